import { lineOf, moneyText, parseNumber } from '../../../data/plain-values.ts';

/** The fields of a part of an order as texts, and back. What is left alone stays as it was sent. */

export type Fields = Record<string, string>;
type SentValues = Readonly<Record<string, unknown>> | null;

const textOf = (sent: SentValues, field: string): string => {
  const value = sent?.[field];
  return field === 'price' && typeof value === 'number' ? moneyText(value) : lineOf(value);
};

export const textsOf = (sent: SentValues, fields: readonly string[]): Fields =>
  Object.fromEntries(fields.map((field) => [field, textOf(sent, field)]));

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** The typed text, trimmed; a text that was left alone stays as it was sent, blanks around it too. */
export const trimmed = (text: string, before: string | undefined): string => (text === before ? text : text.trim());

/** The texts over whatever else was sent; what was left alone keeps its type. Null where nothing is left. */
export function objectOf(fields: Fields, before: SentValues): Record<string, unknown> | null {
  const after: Record<string, unknown> = { ...before };
  for (const [field, text] of Object.entries(fields)) {
    if (text === textOf(before, field)) continue;
    const value = field === 'price' ? parseNumber(text) : retyped(text.trim(), before?.[field]);
    if (value !== undefined && value !== null) after[field] = value;
    else if (after[field] !== undefined) after[field] = null;
  }
  return before === null && Object.values(after).every((value) => value === null) ? null : after;
}

/** A number that was typed over a number is a number again, true over false a boolean; null for an empty field. */
function retyped(text: string, before: unknown): string | number | boolean | null {
  if (typeof before === 'number' && String(Number(text)) === text) return Number(text);
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return orNull(text);
}
