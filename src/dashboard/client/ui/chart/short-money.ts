import { locale } from '../format.ts';
import { numberFormat } from '../intl.ts';

export const shortMoney = (roubles: number): string =>
  numberFormat(locale(), { notation: 'compact', maximumFractionDigits: 1 }).format(roubles);
