/**
 * Returns the host and port of an address, spelled as in the address. A URL parser would turn non-Latin letters into
 * `xn--`.
 */
export const hostOf = (url: string): string => url.split('/')[2] ?? url;
