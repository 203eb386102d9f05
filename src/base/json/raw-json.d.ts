/** TC39 "JSON.parse source text access"; in Bun, not yet in TypeScript's library. */
interface JSON {
  /** A value that JSON.stringify prints as `text`, which must be a primitive's JSON. */
  rawJSON(text: string): { [key: string]: string };
  isRawJSON(value: unknown): boolean;
}
