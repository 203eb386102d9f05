/**
 * Writes tables in the form that spreadsheets open in each language: UTF-8 with a BOM, the language's separator and
 * CRLF. Everything else follows RFC 4180.
 */

import { csvCell, type Language, toRoubles } from '../../base/index.ts';
import { type ExportAction, noteExport } from '../../workspaces/index.ts';
import { type Cell, type Column, cellsOf, headingsOf } from './cells.ts';
import type { MemberCtx } from './context.ts';
import type { ReadingCtx } from './reading-thread.ts';
import { askThread, type TextReading } from './readings.ts';
import { streamOf, streamOfParts, type Texts } from './stream-of.ts';
import { sheetRow, workbookOf } from './workbook.ts';

/** The BOM tells spreadsheets that the file is UTF-8. */
const CSV_BOM = '\uFEFF';

/** Russian writes a comma before the kopecks, so a comma cannot also separate the cells. */
const SEPARATORS: Readonly<Record<Language, string>> = { en: ',', ru: ';' };

/** A phone in any spelling, or another long number: 5 to 20 digits, with blanks, brackets, dots and dashes between. */
const DIGITS = /^\+?[ \u00A0(]*(?:\d[ \u00A0().\-\u2010-\u2013]*){5,20}$/;
const DIGITS_CHARS = 40;

/**
 * Returns a cell in which a phone or another long number keeps its digits in every format. In CSV, a plus gets no
 * apostrophe before it, so that programs can read the number. A spreadsheet may take the number for a calculation,
 * which is harmless.
 */
export const asDigits = (text: string): Cell =>
  text.length <= DIGITS_CHARS && DIGITS.test(text) ? { digits: text } : text;

function csvLine(language: Language, cells: readonly Cell[]): string {
  const separator = SEPARATORS[language];
  const decimal = (number: string): string => (language === 'ru' ? number.replace('.', ',') : number);
  const texts = cells.map((cell) => {
    if (typeof cell === 'string') return csvCell(cell, separator);
    if ('digits' in cell) return cell.digits;
    if ('day' in cell) return cell.day;
    return decimal('kopecks' in cell ? toRoubles(cell.kopecks).toFixed(2) : String(cell.number));
  });
  return `${texts.join(separator)}\r\n`;
}

export type TableFormat = 'csv' | 'xlsx';

/** Some rows of a table, read together. A long table is read in many such parts. */
export type Rows = readonly (readonly Cell[])[];
type RowParts = Iterable<Rows> | AsyncIterable<Rows>;

export const tableTexts = (rows: RowParts, language: Language, format: TableFormat = 'csv'): Texts =>
  format === 'xlsx'
    ? workbookOf(linesOf(rows, sheetRow))
    : withMark(linesOf(rows, (cells) => csvLine(language, cells)));

export const tableReading = <Input = unknown>(
  name: string,
  rows: (ctx: ReadingCtx, input: Input) => RowParts,
): TextReading<Input & { readonly format?: TableFormat | undefined }> => ({
  name,
  texts: (ctx, input) => tableTexts(rows(ctx, input), ctx.language, input.format),
});

/**
 * Creates a task that reads data and writes it as a table with these columns.
 * @param parts reads the objects of the rows, some at a time
 */
export const columnsReading = <Of, Input = unknown>(
  name: string,
  columns: readonly Column<Of>[],
  parts: (ctx: ReadingCtx, input: Input) => Iterable<readonly Of[]> | AsyncIterable<readonly Of[]>,
) => tableReading<Input>(name, (ctx, input) => underHeadings(columns, ctx.language, parts(ctx, input)));

async function* underHeadings<Of>(
  columns: readonly Column<Of>[],
  language: Language,
  parts: Iterable<readonly Of[]> | AsyncIterable<readonly Of[]>,
): AsyncGenerator<Rows, void> {
  yield [headingsOf(columns, language)];
  for await (const part of parts) yield part.map((one) => cellsOf(columns, one));
}

async function* linesOf(rows: RowParts, line: (cells: readonly Cell[]) => string): AsyncGenerator<string, void> {
  for await (const part of rows) yield part.map(line).join('');
}

async function* withMark(lines: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield CSV_BOM;
  yield* lines;
}

export async function* pagesOf<P extends { readonly nextCursor: string | null }>(
  read: (cursor: string | undefined) => P | Promise<P>,
): AsyncGenerator<P, void> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield page;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

const TYPES: Readonly<Record<TableFormat | 'json', string>> = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

interface ExportFile {
  /** The file name without its extension. */
  readonly name: string;
  readonly action: ExportAction;
  readonly format?: TableFormat | 'json' | undefined;
}

/**
 * Answers with a file to save. The file is sent while it is produced, and the history records the export. Until its
 * end, the export occupies one of the limited slots for exports. A HEAD request starts no export.
 * @throws rate_limited
 */
export async function tableResponse<Input>(
  ctx: MemberCtx,
  reading: TextReading<Input>,
  input: Input,
  { name, action, format = 'csv' }: ExportFile,
): Promise<Response> {
  const { request, slots, session, stillMay } = ctx;
  const headers = {
    'content-type': TYPES[format],
    'content-disposition': `attachment; filename="${name}.${format}"`,
    'cache-control': 'no-store',
  };
  if (request.method === 'HEAD') return new Response(null, { headers });
  const workspaceSeq = ctx.workspace.seq;
  const giveBack = slots.exports.take({ person: session.person.id, workspace: workspaceSeq });
  const parts = askThread(ctx, { name: reading.name, input, isText: true });
  const over = (): void => {
    parts.leave();
    giveBack();
  };
  // If the caller has left already, the reading ends and the slot becomes free.
  request.signal.addEventListener('abort', over);
  if (request.signal.aborted) over();
  try {
    const first = await parts.next();
    await noteExport(ctx, action);
    const body =
      first === undefined
        ? streamOf({ texts: reading.texts(ctx, input), workspaceSeq, stillMay, over })
        : streamOfParts({ first, parts, stillMay, over });
    return new Response(body, { headers });
  } catch (error) {
    over();
    throw error;
  }
}
