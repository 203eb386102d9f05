/** Converts fields between an order and its form. An unchanged field keeps the order's value, type and spaces. */

import { lineOf, moneyText, parseNumber, russianPhone } from '../../../data/plain-values.ts';

export type Fields = Record<string, string>;
type SentValues = Readonly<Record<string, unknown>> | null;

const textOf = (sent: SentValues, field: string): string => {
  const value = sent?.[field];
  return field === 'price' && typeof value === 'number' ? moneyText(value) : lineOf(value);
};

export const textsOf = (sent: SentValues, fields: readonly string[]): Fields =>
  Object.fromEntries(fields.map((field) => [field, textOf(sent, field)]));

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/**
 * Removes the spaces around a text that the user changed. An unchanged text keeps its spaces, so that saving the form
 * does not change the order.
 */
export const trimmed = (text: string, before: string | undefined): string => (text === before ? text : text.trim());

/**
 * Returns the order's fields to send. The form's text replaces each value that the user changed. An unchanged field
 * keeps its value and its type. Null if the order had no such fields and the form has none.
 */
export function objectOf(fields: Fields, before: SentValues): Record<string, unknown> | null {
  const after: Record<string, unknown> = { ...before };
  for (const [field, text] of Object.entries(fields)) {
    const sent = textOf(before, field);
    if (text === sent || (field === 'phone' && text === russianPhone(sent))) continue;
    const value = field === 'price' ? parseNumber(text) : retyped(text.trim(), before?.[field]);
    if (value !== undefined && value !== null) after[field] = value;
    else if (after[field] !== undefined) after[field] = null;
  }
  return before === null && Object.values(after).every((value) => value === null) ? null : after;
}

function retyped(text: string, before: unknown): string | number | boolean | null {
  if (typeof before === 'number' && String(Number(text)) === text) return Number(text);
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return orNull(text);
}
