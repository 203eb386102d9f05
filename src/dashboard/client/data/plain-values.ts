import { decimalSign } from '../words/decimal-sign.ts';

/** Formats a value as one line. The API accepts lists and objects; their values are joined with commas. */
export function lineOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  return Object.values(value)
    .map(lineOf)
    .filter((one) => one.trim() !== '')
    .join(', ');
}

const RUSSIAN_PHONE = /^(?:\+?7|8|(?=9))(\d{3})(\d{3})(\d{2})(\d{2})$/;

/**
 * Formats a Russian number as `+7 912 345-67-89`. A mobile number may be typed without its country code. Undefined for
 * any other text.
 */
export function russianPhone(text: string): string | undefined {
  const plain = text.replaceAll(/[\s()-]/g, '');
  return RUSSIAN_PHONE.test(plain) ? plain.replace(RUSSIAN_PHONE, '+7 $1 $2-$3-$4') : undefined;
}

/** Matches a phone that stays as typed: one with a country code, or a Russian toll-free number, which begins with 8. */
const AS_WRITTEN = /^\s*(?:\+|8\D*800)/;

export const typedPhone = (text: string): string => (AS_WRITTEN.test(text) ? text : (russianPhone(text) ?? text));

/** The number of digits in a Russian phone without the +7 or 8 before them. */
export const OWN_DIGITS = 10;

/** Returns the last ten digits of a phone, which are equal whether a Russian number begins with +7 or 8. */
export const ownDigits = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-OWN_DIGITS);

export function parseNumber(text: string): number | undefined {
  const plain = text.replaceAll(/[\s\u00A0₽]/g, '').replace(',', '.');
  const number = /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
  // Too many digits result in Infinity.
  return Number.isFinite(number) ? number : undefined;
}

const withSign = (text: string): string => text.replace('.', decimalSign());

export const numberText = (number: number): string => withSign(String(number));

/** Formats a sum for a field, with as many decimals as `money` shows: `2750.50`, `2750`. */
export const moneyText = (roubles: number): string => withSign(roubles.toFixed(2).replace('.00', ''));
