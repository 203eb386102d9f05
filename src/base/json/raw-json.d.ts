/**
 * The TC39 proposal "JSON.parse source text access" defines these functions. Bun has them; TypeScript's library does
 * not have them yet.
 */
interface JSON {
  /** Returns a value that JSON.stringify prints as `text`, which must be the JSON of a primitive. */
  rawJSON(text: string): { [key: string]: string };
  isRawJSON(value: unknown): boolean;
}
