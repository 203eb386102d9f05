import { readCsvFile, validationFailed } from '../base/index.ts';
import { decodeFile } from './decode-file.ts';
import type { TableSource } from './table-source.ts';
import { openWorkbook } from './workbook/open-workbook.ts';

interface SentFile {
  readonly path: string;
  /** The number of the sheet to read, from 1; by default the first visible one. */
  readonly sheet?: number | undefined;
}

/** The first bytes of a zip archive, which every workbook is. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/**
 * Opens a workbook or a text file with a table; awaits `turn` now and then, so that other requests are served.
 * @throws validation_failed if the file is not a table
 */
export async function openSource({ path, sheet }: SentFile, turn: () => Promise<void>): Promise<TableSource> {
  const begin = await Bun.file(path).slice(0, ZIP.length).bytes();
  if (ZIP.every((byte, at) => begin[at] === byte)) return openWorkbook(path, turn, sheet);
  const decoded = await decodeFile(path, turn);
  if (decoded === undefined) throw validationFailed([{ path: 'file', rule: 'workbook' }]);
  return { encoding: decoded.encoding, sheets: [], sheet: 0, ...(await readCsvFile(decoded.texts, turn)) };
}
