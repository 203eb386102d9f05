import { locale } from '../format.ts';
import { numberFormat } from '../intl.ts';

/** Formats a sum in a short form for the scales of a chart. */
export const shortMoney = (roubles: number): string =>
  numberFormat(locale(), { notation: 'compact', maximumFractionDigits: 1 }).format(roubles);
