import type { Language } from '../../../base/index.ts';

let sign = '.';

/** Returns the decimal separator of a number in a field: a comma in Russian. */
export const decimalSign = (): string => sign;

export function chooseDecimalSign(language: Language): void {
  sign = language === 'ru' ? ',' : '.';
}
