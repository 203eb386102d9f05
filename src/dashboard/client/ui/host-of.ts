/** The host and port of an address, spelt as in the address: a parser would turn letters into `xn--`. */
export const hostOf = (url: string): string => url.split('/')[2] ?? url;
