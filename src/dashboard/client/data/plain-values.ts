import { decimalSign } from '../words/decimal-sign.ts';

/** Values as a field of a form holds them. */

/** Any value that was sent, in one line: of lists and objects their content, one beside the other. */
export function lineOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  return Object.values(value)
    .map(lineOf)
    .filter((one) => one.trim() !== '')
    .join(', ');
}

const RUSSIAN_PHONE = /^(?:\+?7|8|(?=9))(\d{3})(\d{3})(\d{2})(\d{2})$/;

/** `+7 912 345-67-89`, for a mobile number without its country too; undefined for any other text. */
export function russianPhone(text: string): string | undefined {
  const plain = text.replaceAll(/[\s()-]/g, '');
  return RUSSIAN_PHONE.test(plain) ? plain.replace(RUSSIAN_PHONE, '+7 $1 $2-$3-$4') : undefined;
}

/** Matches a number with its country, and one that is free of charge within Russia: it is written with its 8. */
const AS_WRITTEN = /^\s*(?:\+|8\D*800)/;

/** A phone as it was typed; a Russian one without its country gets it. */
export const typedPhone = (text: string): string => (AS_WRITTEN.test(text) ? text : (russianPhone(text) ?? text));

/** Roubles or pieces as a person types them, with a comma or a point; undefined for what is no number. */
export function parseNumber(text: string): number | undefined {
  const plain = text.replaceAll(/[\s\u00A0₽]/g, '').replace(',', '.');
  const number = /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
  // Too many digits make an infinity of it.
  return Number.isFinite(number) ? number : undefined;
}

const withSign = (text: string): string => text.replace('.', decimalSign());

/** A number in a field, which `parseNumber` reads: `0.35`, in Russian `0,35`. */
export const numberText = (number: number): string => withSign(String(number));

/** A sum in a field, by the rule of `money`: `2750.50`, `2750`. */
export const moneyText = (roubles: number): string => withSign(roubles.toFixed(2).replace('.00', ''));
