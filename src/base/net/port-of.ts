const HTTP_PORT = 80;

/** The port of an http address; of the one that is the scheme's own a URL says nothing. */
export const portOf = (url: string): number => Number(new URL(url).port || HTTP_PORT);
