/** Characters that control a terminal, or that reverse or break a line without a line feed. */
const STEERING = /[[\p{Cc}\u2028-\u202e\u2066-\u2069]--[\n\t]]/gv;

/**
 * Escapes such characters as JSON does: in a document they mean the same, and in a line they have no effect (CWE-150).
 */
export const visible = (text: string): string =>
  text.replace(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
