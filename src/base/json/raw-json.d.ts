/** From the TC39 proposal "JSON.parse source text access". Bun has it; TypeScript's library does not have it yet. */
interface JSON {
  /** A value that JSON.stringify prints as `text`, which must be a primitive's JSON. */
  rawJSON(text: string): { [key: string]: string };
  isRawJSON(value: unknown): boolean;
}
