/** The header in which pages send a typed search, as a query string. The search stays out of the address. */
export const HIDDEN_QUERY = 'docket-query';
