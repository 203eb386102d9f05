import type { CsvRecord } from '../base/index.ts';
import type { Encoding } from './decode-file.ts';

export interface TableSource {
  readonly encoding: Encoding | 'xlsx';
  /** The separator of a text file; empty for a workbook. */
  readonly separator: string;
  readonly sheets: readonly string[];
  /** The number of the sheet that is read, from 1; 0 for a text file. */
  readonly sheet: number;
  /** The records, one by one. Other requests are served between them. The consumer must close the iterator. */
  readonly records: AsyncGenerator<CsvRecord, void>;
}
