import { type NumberSeries, previewNumbers, previewSeries, readNumberSeries } from '../../orders/index.ts';
import type { Reading } from '../desk/index.ts';
import type { NumbersAnswer } from './answers.ts';

const SHOWN = 3;

/**
 * Reads the numbers of the next orders. Thousands of used numbers may precede them, so this may take ten milliseconds.
 * The input is the settings of the series that the user entered but has not saved. If it is null, the saved settings
 * are used.
 */
export const readNumbers: Reading<Partial<NumberSeries> | null, (typeof NumbersAnswer)['static']> = {
  name: 'next numbers',
  async read({ storage: { read }, workspace: { seq } }, typed) {
    const series = readNumberSeries(read, seq);
    if (typed === null) return previewNumbers(read, seq, series, SHOWN);
    return previewSeries(read, seq, { ...series, ...typed }, SHOWN);
  },
};
