import { csvCell } from '../base/index.ts';
import { streamOf } from './stream-of.ts';

/** Tables as spreadsheets of both languages open them: UTF-8 with BOM, semicolons, CRLF (RFC 4180 otherwise). */

/** Spreadsheets tell by it that a file is UTF-8. */
export const CSV_BOM = '\uFEFF';

export const csvLine = (cells: readonly string[]): string => `${cells.map((cell) => csvCell(cell)).join(';')}\r\n`;

/** A file to be kept, sent as it is made; HEAD begins none. @param name without an ending */
export const csvResponse = ({ method }: Request, lines: AsyncGenerator<string>, name: string): Response =>
  new Response(method === 'HEAD' ? null : streamOf(lines), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
