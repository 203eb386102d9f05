const HTTP_PORT = 80;

/** Returns the port of an http address. A URL leaves the port empty if it is the scheme's default. */
export const portOf = (url: string): number => Number(new URL(url).port || HTTP_PORT);
