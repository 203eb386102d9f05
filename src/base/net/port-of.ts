const HTTP_PORT = 80;

/** The port of an http address, which a URL leaves empty if it is the default of the scheme. */
export const portOf = (url: string): number => Number(new URL(url).port || HTTP_PORT);
