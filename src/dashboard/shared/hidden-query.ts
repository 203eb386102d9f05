/** The header in which pages send a typed search, in the form of a query. */
export const HIDDEN_QUERY = 'docket-query';
