/** The name and port in an address of the server, spelt as there: a parser would make `xn--` of letters. */
export const hostOf = (url: string): string => url.split('/')[2] ?? url;
