import type { CsvRecord } from '../base/index.ts';
import type { Encoding } from './decode-file.ts';

/** The rows of a file, whatever it is written in. */
export interface TableSource {
  readonly encoding: Encoding | 'xlsx';
  /** Empty for a workbook. */
  readonly separator: string;
  /** The names of a workbook's sheets. */
  readonly sheets: readonly string[];
  /** The one that is read, from 1; 0 for a text. */
  readonly sheet: number;
  /** The records one by one; others are served meanwhile. The reader must close it. */
  readonly records: AsyncGenerator<CsvRecord, void>;
}
