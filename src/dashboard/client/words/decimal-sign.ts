import type { Language } from '../../../base/index.ts';

let sign = '.';

export const decimalSign = (): string => sign;

export function chooseDecimalSign(language: Language): void {
  sign = language === 'ru' ? ',' : '.';
}
