import type { JsonValue } from './json.ts';

export const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || JSON.isRawJSON(value);

/** The maximum number of digits that `scalarText` writes without an exponent. Longer numbers stay as they were sent. */
const MOST_DIGITS = 500;
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Returns the text that stands for a scalar on pages, in searches and in comparisons: `55`, `55.0` and `5.5e1` become
 * "55". Undefined for null, lists and objects.
 */
export function scalarText(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'number' || JSON.isRawJSON(value) ? writtenOut(JSON.stringify(value)) : undefined;
}

function writtenOut(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(number) ?? [];
  const power = Number(exponent);
  if (fraction === '' && power === 0) return number;
  const digits = whole + fraction;
  const point = whole.length + power;
  if (Math.abs(power) + digits.length > MOST_DIGITS) return number;
  const before =
    digits
      .slice(0, Math.max(point, 0))
      .padEnd(point, '0')
      .replace(/^0+(?=\d)/, '') || '0';
  const after = `${'0'.repeat(Math.max(-point, 0))}${digits.slice(Math.max(point, 0))}`.replace(/0+$/, '');
  return `${sign}${before}${after === '' ? '' : `.${after}`}`;
}

const LINE_CHARS = 1_000;

/**
 * Returns any value as one line: a scalar as its text, otherwise the members, cut after 1,000 characters. Null gives an
 * empty line. The caller must have limited the value's depth.
 */
export function inLine(value: JsonValue | undefined): string {
  const text = scalarText(value);
  if (text !== undefined) return text;
  const parts: string[] = [];
  let chars = 0;
  const add = (member: JsonValue): void => {
    if (chars >= LINE_CHARS || member === null) return;
    const part = scalarText(member)?.trim();
    if (part === undefined) for (const one of Object.values(member)) add(one);
    else if (part !== '') {
      parts.push(part);
      chars += part.length;
    }
  };
  add(value ?? null);
  return parts.join(', ').slice(0, LINE_CHARS).toWellFormed();
}
