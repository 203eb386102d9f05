import { locale } from '../format.ts';
import { numberFormat } from '../intl.ts';

/** A short sum for the edges of a chart. */
export const shortMoney = (roubles: number): string =>
  numberFormat(locale(), { notation: 'compact', maximumFractionDigits: 1 }).format(roubles);
