/** Returns a word of the dictionary by its name, which may be any text from the server; undefined if there is none. */
export const knownWord = (words: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(words, key) ? words[key] : undefined;
