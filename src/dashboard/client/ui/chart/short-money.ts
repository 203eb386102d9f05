import { locale } from '../format.ts';
import { numberFormat } from '../intl.ts';

/** For the foot and the sides of a chart, where there is little room. */
export const shortMoney = (roubles: number): string =>
  numberFormat(locale(), { notation: 'compact', maximumFractionDigits: 1 }).format(roubles);
