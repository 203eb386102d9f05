import type { CsvRecord } from '../base/index.ts';
import type { Encoding } from './decode-file.ts';

/** The rows of a file in any of its formats. */
export interface TableSource {
  readonly encoding: Encoding | 'xlsx';
  /** The separator of a text file's cells; empty for a workbook. */
  readonly separator: string;
  /** The names of a workbook's sheets. */
  readonly sheets: readonly string[];
  /** The number of the sheet that is read, from 1; 0 for a text file. */
  readonly sheet: number;
  /** The records one by one. Other requests are served meanwhile. The reader must close the iterator. */
  readonly records: AsyncGenerator<CsvRecord, void>;
}
