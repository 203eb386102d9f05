import { CSV_BOUNDS, type CsvRecord, isCsvBound, nextTurn, plainText, readCsvFile } from '../../base/index.ts';
import { type ImportedOrder, listStatuses } from '../../orders/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import {
  MAX_COLUMNS,
  type Mapping,
  type Missing,
  mapHeadings,
  missingFields,
  parseMapping,
} from '../shared/import-columns.ts';
import { createGroups } from './groups.ts';
import { createProblems, type Problems } from './problems.ts';
import { foldName, type Reading, type Row, readOrder } from './read-order.ts';

/** What a file says, and what is wrong with it. */
export interface ReadFile {
  readonly separator: string;
  readonly headings: readonly string[];
  readonly mapping: Mapping;
  readonly missing: readonly Missing[];
  /** The first rows below the headings. */
  readonly preview: readonly Row[];
  readonly rows: number;
  readonly orders: readonly ImportedOrder[];
  readonly problems: Problems;
  /** Why it was not read at all, or not to its end. */
  readonly refused: 'no_rows' | 'too_many_rows' | 'too_many_columns' | 'bad_mapping' | 'past_bound' | null;
}

const PREVIEW_ROWS = 20;
/** What is read of a file is held in memory until it is staged. */
export const MAX_ROWS = 100_000;
/** Rows between two turns of others, however short they are: a millisecond. */
const STEP = 20;
/** A heading and a cell of the preview are cut to so many characters. */
const SHOWN_CHARS = 200;

/** The built-in statuses in the language of either export. */
const BUILT_IN: Readonly<Record<string, string>> = {
  новый: 'status-new',
  'в работе': 'status-in-progress',
  закрыт: 'status-closed',
  отменен: 'status-cancelled',
};

function statusesOf(ctx: Ctx): ReadonlyMap<string, string> {
  const active = listStatuses(ctx.storage.read, ctx.workspace.seq).filter((status) => status.active);
  const ids = new Set(active.map(({ id }) => id));
  return new Map([
    ...Object.entries(BUILT_IN).filter(([, id]) => ids.has(id)),
    ...active.map(({ id, name }) => [foldName(name), id] as const),
    ...active.map(({ id }) => [foldName(id), id] as const),
  ]);
}

/** @param chosen which column holds what, as the page sends it; without it the headings say */
export async function readFile(
  ctx: Ctx,
  texts: Iterable<string> | AsyncIterable<string>,
  chosen: string | undefined,
): Promise<ReadFile> {
  const { separator, records } = await readCsvFile(texts, () => nextTurn(ctx.workspace.seq));
  const { value: head } = await records.next();
  const cells = head?.cells ?? [];
  const headings = cells.slice(0, MAX_COLUMNS).map((heading) => plainText(heading).trim().slice(0, SHOWN_CHARS));
  const problems = createProblems();
  const mapping = chosen === undefined ? mapHeadings(headings) : parseMapping(chosen, headings.length);
  const file = { separator, headings, mapping: mapping ?? [], missing: missingFields(mapping ?? []), problems };
  const nothing = { ...file, preview: [], rows: 0, orders: [] };
  if (head !== undefined && isPastBound(problems, head)) return { ...nothing, refused: 'past_bound' };
  if (cells.length > MAX_COLUMNS) return { ...nothing, refused: 'too_many_columns' };
  if (mapping === undefined) return { ...nothing, refused: 'bad_mapping' };
  const reading = { ctx, mapping, problems, statuses: statusesOf(ctx) };
  const { isCut, ...read } = await readRows(reading, records, { headings, isWhole: file.missing.length === 0 });
  return { ...file, ...read, refused: refusalOf({ ...read, isCut }) };
}

/** A record past a bound of `CSV_BOUNDS` is a mistake by line and bound, and nothing below it was read. */
function isPastBound(problems: Problems, { line, cells, fault }: CsvRecord): boolean {
  if (!isCsvBound(fault)) return false;
  problems.add(line, null, fault, cells.at(-1), String(CSV_BOUNDS[fault]));
  return true;
}

function refusalOf({ rows, isCut }: { readonly rows: number; readonly isCut: boolean }): ReadFile['refused'] {
  if (isCut) return 'past_bound';
  if (rows === 0) return 'no_rows';
  return rows > MAX_ROWS ? 'too_many_rows' : null;
}

interface Below {
  readonly headings: readonly string[];
  /** The mapping names all that an order needs. */
  readonly isWhole: boolean;
}

async function readRows(reading: Reading, records: AsyncIterable<CsvRecord>, { headings, isWhole }: Below) {
  const orders: ImportedOrder[] = [];
  const preview: Row[] = [];
  const groups = createGroups(reading, (group) => {
    const order = readOrder(reading, group);
    if (order !== undefined) orders.push(order);
  });
  let rows = 0;
  let isCut = false;
  for await (const record of records) {
    isCut = isPastBound(reading.problems, record);
    if (isCut) break;
    if (record.cells.every((cell) => cell.trim() === '')) continue;
    rows += 1;
    if (rows > MAX_ROWS) break;
    const row = { line: record.line, cells: record.cells };
    if (preview.length < PREVIEW_ROWS) preview.push(row);
    const isRight = checkShape(reading.problems, row, record.fault, headings.length);
    if (isRight && isWhole) groups.take(row);
    if (rows % STEP === 0) await nextTurn(reading.ctx.workspace.seq);
  }
  groups.end();
  return { rows, preview, orders, isCut };
}

function checkShape(problems: Problems, row: Row, fault: CsvRecord['fault'], columns: number): boolean {
  if (fault !== undefined) problems.add(row.line, row.cells.length - 1, fault, row.cells.at(-1));
  const beyond = row.cells.findIndex((cell, at) => at >= columns && cell.trim() !== '');
  if (fault === undefined && beyond >= 0)
    problems.add(row.line, null, 'too_many_cells', row.cells[beyond], String(columns));
  return fault === undefined && beyond < 0;
}
