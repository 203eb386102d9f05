/** Characters that control a terminal, break a line or reverse the text. Line feeds and tabs are not among them. */
const STEERING = /[[\p{Cc}\u2028-\u202e\u2066-\u2069]--[\n\t]]/gv;

/**
 * Escapes the characters of `STEERING` as JSON does. A JSON document keeps its meaning, and a printed line becomes
 * harmless (CWE-150).
 */
export const visible = (text: string): string =>
  text.replace(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
