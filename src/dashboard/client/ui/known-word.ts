/** Returns the words for a key that may be any text; undefined if there are none. */
export const knownWord = (words: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(words, key) ? words[key] : undefined;
