/** Signs that steer a terminal, or turn and break a line where there is no line feed. */
const STEERING = /[[\p{Cc}\u2028-\u202e\u2066-\u2069]--[\n\t]]/gv;

/** Writes such signs out as JSON does: in a document they mean the same, and in a line they do nothing (CWE-150). */
export const visible = (text: string): string =>
  text.replace(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
