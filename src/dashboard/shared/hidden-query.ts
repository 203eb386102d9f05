/** The header in which the pages send what was typed into a search, as a query would have it. */
export const HIDDEN_QUERY = 'docket-query';
