import { locale } from './format.ts';
import { numberFormat } from './intl.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const STEP = 1024;

export function bytes(size: number): string {
  const power = size < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(size) / Math.log(STEP)));
  const unit = UNITS[power] ?? 'byte';
  // The short form in English would be “0 byte”, so bytes have the long form.
  const unitDisplay = unit === 'byte' ? 'long' : 'short';
  const format = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 } as const;
  const text = numberFormat(locale(), format).format(size / STEP ** power);
  return text.replace(/\s/, '\u{a0}');
}
