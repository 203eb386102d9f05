import {
  type CsvRecord,
  type Issue,
  isCsvBound,
  isRounded,
  nextTurn,
  plainText,
  readCsvFile,
  readWrittenNumber,
} from '../base/index.ts';
import { foldText } from '../storage/index.ts';
import { checkProduct, readOnHand } from './product-fields.ts';

/** One line of a file of products. */
export interface ImportRow {
  /** In the file, counted from 1. */
  readonly line: number;
  readonly externalId: string;
  readonly name: string;
  /** Null: left as it is. */
  readonly sku: string | null;
  /** Thousandths that shall be on hand; null: left as it is. */
  readonly quantity: number | null;
}

/** What is wrong with a line, or with one field of it. */
export type ImportFault = { readonly line: number } & Issue;

interface ImportCheck {
  readonly rows: readonly ImportRow[];
  /** With one of them nothing is taken; at most 50 are told. */
  readonly faults: readonly ImportFault[];
}

/** More than any shop has on its list. */
const MAX_ROWS = 5_000;
const MAX_FAULTS = 50;
const COLUMNS = ['id', 'name', 'sku', 'quantity'] as const;
type Column = (typeof COLUMNS)[number];

/** Headings as our own export and people write them. */
const HEADINGS: Readonly<Record<string, Column>> = {
  id: 'id',
  ид: 'id',
  код: 'id',
  name: 'name',
  название: 'name',
  наименование: 'name',
  товар: 'name',
  sku: 'sku',
  артикул: 'sku',
  quantity: 'quantity',
  'on hand': 'quantity',
  количество: 'quantity',
  остаток: 'quantity',
  'в наличии': 'quantity',
};

type Line = Pick<CsvRecord, 'line' | 'cells'>;

/** A table of products out of a file: `id;name;sku;quantity`, with or without a heading, a BOM, quotes, with whatever separator. */
export async function readImport(workspaceSeq: number, text: string): Promise<ImportCheck> {
  const lines = await readLines(workspaceSeq, text);
  if (!Array.isArray(lines)) return { rows: [], faults: [lines] };
  const [first] = lines;
  if (first === undefined) return { rows: [], faults: [{ line: 1, path: '', rule: 'file_empty' }] };
  const headings = first.cells.map((cell) => HEADINGS[foldText(cell)]);
  const hasHeadings = headings.includes('id');
  const order = hasHeadings ? headings : COLUMNS;
  if (!order.includes('name')) return { rows: [], faults: [{ line: first.line, path: '', rule: 'file_columns' }] };
  const body = hasHeadings ? lines.slice(1) : lines;
  if (body.length > MAX_ROWS)
    return { rows: [], faults: [{ line: MAX_ROWS + 1, path: '', rule: 'file_products', most: MAX_ROWS }] };
  return readRows(workspaceSeq, body, order);
}

/** The lines that hold anything, no more than one too many; or why they cannot be read. */
async function readLines(workspaceSeq: number, text: string): Promise<Line[] | ImportFault> {
  const lines: Line[] = [];
  const { records } = await readCsvFile([text], () => nextTurn(workspaceSeq));
  for await (const { line, cells, fault } of records) {
    if (fault !== undefined) return { line, path: '', rule: isCsvBound(fault) ? 'file_line' : 'file_quotes' };
    if (cells.some((cell) => cell.trim() !== '')) lines.push({ line, cells });
    // With the headings.
    if (lines.length > MAX_ROWS + 1) break;
  }
  return lines;
}

/** Lines between two turns of others: a millisecond. */
const STEP = 100;

async function readRows(
  workspaceSeq: number,
  lines: readonly Line[],
  order: readonly (Column | undefined)[],
): Promise<ImportCheck> {
  const faults: ImportFault[] = [];
  const seen = new Set<string>();
  const rows: ImportRow[] = [];
  const read = ({ line, cells }: Line): ImportRow => {
    const issues: Issue[] = [];
    const cell = (column: Column): string => plainText((cells[order.indexOf(column)] ?? '').trim());
    const externalId = cell('id');
    const sku = cell('sku');
    const row = { line, externalId, name: cell('name'), sku: sku === '' ? null : sku };
    checkProduct(row, issues);
    for (const path of ['id', 'sku'] as const) if (isRounded(cell(path))) issues.push({ path, rule: 'rounded_digits' });
    const quantity = readQuantityCell(cell('quantity'), issues);
    if (cells.slice(Math.max(order.length, COLUMNS.length)).some((text) => text.trim() !== ''))
      issues.push({ path: '', rule: 'file_columns' });
    if (seen.has(externalId)) issues.push({ path: 'id', rule: 'file_duplicate' });
    seen.add(externalId);
    faults.push(...issues.map((issue) => ({ line, ...issue })));
    return { ...row, quantity };
  };
  for (const [at, line] of lines.entries()) {
    if (at % STEP === 0) await nextTurn(workspaceSeq);
    rows.push(read(line));
  }
  return { rows, faults: faults.slice(0, MAX_FAULTS) };
}

/** @param text of a cell, such as 1 200,5 */
function readQuantityCell(text: string, issues: Issue[]): number | null {
  if (text === '') return null;
  const pieces = readWrittenNumber(text);
  if (pieces !== undefined) return readOnHand('quantity', pieces, issues);
  issues.push({ path: 'quantity', rule: 'on_hand' });
  return null;
}
