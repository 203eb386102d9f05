import { type CsvRecord, readCsvFile } from '../base/index.ts';
import { decodeFile, type Encoding } from './decode-file.ts';

/** The rows of a file, whatever it is written in. */
export interface TableSource {
  readonly encoding: Encoding;
  readonly separator: string;
  /** One by one; others are served meanwhile. */
  readonly records: AsyncGenerator<CsvRecord, void>;
}

/**
 * @param turn waited for between two steps
 * @returns undefined for what is no table
 */
export async function openSource(path: string, turn: () => Promise<void>): Promise<TableSource | undefined> {
  const decoded = await decodeFile(path, turn);
  if (decoded === undefined) return undefined;
  return { encoding: decoded.encoding, ...(await readCsvFile(decoded.texts, turn)) };
}
