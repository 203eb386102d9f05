/** The meaning of a cell's number, according to its format; undefined for a plain number. */
export type NumberKind = 'date' | 'time' | 'both' | undefined;

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** The formats built into every workbook (ECMA-376, 18.8.30), including the East Asian ones. */
const BUILT_IN = new Map<number, NumberKind>([
  ...[...range(14, 17), ...range(27, 31), ...range(34, 36), ...range(50, 58)].map((id) => [id, 'date'] as const),
  ...[...range(18, 21), 32, 33, ...range(45, 47)].map((id) => [id, 'time'] as const),
  [22, 'both'],
]);

export function kindOfFormat(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return BUILT_IN.get(id);
  const signs = code
    .toLowerCase()
    .split(';')[0]
    ?.replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
    .replaceAll(/\[(h+|m+|s+)\]/g, 'h')
    .replaceAll(/\[[^\]]*\]/g, '');
  if (signs === undefined || /general|[#?]|0(?!\.?0*s|$)/.test(signs.replaceAll(/s\.?0+/g, 's'))) return undefined;
  const [hasTime, hasDay] = [/[hs]/.test(signs), /[yd]/.test(signs)];
  if (hasTime) return hasDay ? 'both' : 'time';
  return hasDay || /m/.test(signs) ? 'date' : undefined;
}

/** Decodes escapes such as `_x000D_` (ECMA-376, 22.9.2.19). */
export const decoded = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\da-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))).toWellFormed()
    : text;

const DAY_MS = 86_400_000;
const FIRST_MS = Date.UTC(1899, 11, 30);
/** 9999-12-31 as a spreadsheet counts days. */
const LAST_DAY = 2_958_465;

/**
 * Converts a number to the text that an import reads, whatever the workbook's own format. A day becomes 2026-03-08, a
 * time 09:30.
 */
export function textOfNumber(raw: string, kind: NumberKind, epochDays: number): string {
  const number = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(number)) return raw;
  if (kind === undefined || number < 0 || number > LAST_DAY) return plainNumber(number);
  const iso = new Date(FIRST_MS + Math.round((number + epochDays) * 86_400) * 1_000).toISOString();
  const [day, time] = [iso.slice(0, 10), iso.slice(11, 19).replace(/:00$/, '')];
  if (kind === 'time') return time;
  return kind === 'date' || number * DAY_MS < 0 ? day : `${day} ${time}`;
}

/** The number of significant digits that a spreadsheet keeps. */
const DIGITS = 15;

function plainNumber(number: number): string {
  // A number with more than `DIGITS` digits has lost its last digits. It is written with an exponent. An import refuses
  // this form as a phone, an order number or an id.
  if (Math.abs(number) >= 10 ** DIGITS) return number.toExponential(4).replace('e', 'E');
  const exact = Number(number.toPrecision(DIGITS));
  const text = Math.abs(exact) < 1e-6 ? exact.toFixed(DIGITS).replace(/\.?0+$/, '') : String(exact);
  // As a text, 1.234 could also mean 1234. A zero at the end marks it as a fraction.
  return /\.\d{3}$/.test(text) ? `${text}0` : text;
}
