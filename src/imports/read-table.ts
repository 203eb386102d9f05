import {
  CSV_BOUNDS,
  type CsvRecord,
  inTurns,
  isCsvBound,
  isStepOver,
  nextTurn,
  plainText,
  readWrittenNumber,
  type Steps,
} from '../base/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import {
  type Columns,
  foldHeading,
  holdsValues,
  MAX_COLUMNS,
  type Mapping,
  mapHeadings,
  missingFields,
  parseMapping,
} from './columns.ts';
import type { ImportKindName } from './import.ts';
import { listMatches, recall } from './match.ts';
import { createProblems, type Problems } from './problems.ts';
import type { TableSource } from './table-source.ts';
import type { ValueMatch } from './values.ts';

export interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface Table<F extends string = string> extends Omit<TableSource, 'records'> {
  /** The line number of the headings; 0 if the file has none. */
  readonly head: number;
  readonly headings: readonly string[];
  readonly mapping: Mapping<F>;
  readonly missing: readonly F[];
  readonly preview: readonly Row[];
  readonly rows: number;
  readonly maxRows: number;
  /** Rows that are not imported, namely titles above the headings, and totals. */
  readonly skipped: readonly Row[];
  readonly problems: Problems;
  /** Valid cells whose values are not imported. They do not prevent the import. */
  readonly dropped: Problems;
  /** The reason for refusing the file; null if it is accepted. A refused file may have been read in part. */
  readonly refused: 'no_rows' | 'too_many_rows' | 'too_many_columns' | 'bad_mapping' | 'past_bound' | null;
}

export interface Choice {
  /**
   * The field of each column. By default it comes from an earlier file with the same headings, or else from the
   * headings themselves.
   */
  readonly mapping?: string | undefined;
  /** The line number of the headings, 0 for none. By default it is detected. */
  readonly head?: number | undefined;
  /** The shop's names for values of this file, such as statuses. They override names chosen for earlier files. */
  readonly values?: readonly ValueMatch[] | undefined;
}

export interface SentTable extends Choice {
  readonly source: TableSource;
}

/**
 * Receives the rows of a table one by one. If a row needs long work, `take` returns the work as steps, so that other
 * requests are served between them.
 */
interface RowReader {
  take(row: Row): Steps<void> | undefined;
  end?(): Steps<void>;
}

export interface Reading<F extends string> {
  readonly mapping: Mapping<F>;
  readonly problems: Problems;
  readonly dropped: Problems;
  /** If a value has several matches, the first one is used. */
  readonly matches: readonly ValueMatch[];
}

interface WantedTable<F extends string> extends SentTable {
  readonly kind: ImportKindName;
  readonly columns: Columns<F>;
  /** Called when the columns are known. It is not called if a required field is missing. */
  readonly read: (reading: Reading<F>) => RowReader;
}

const PREVIEW_ROWS = 20;
/** The number of rows that are searched for the headings. */
const HEAD_ROWS = 20;
const NAMED_ROWS = 20;
/** The number of short rows after which other requests are served. These rows take a millisecond. */
const STEP = 20;
const SHOWN_CHARS = 200;
const TOTALS = /^(итого|всего|общий итог|(grand |sub)?total)(?![\p{L}\d])/iu;
/** Beginnings of a row of totals, never of a product's name: “Total” and “Всего” count only with a colon. */
const SURE_TOTALS = /^(итого|общий итог|(grand |sub)total)(?![\p{L}\d])|^(всего|total)\s*:/iu;
const COUNT_BEHIND =
  /^(\d[\d ]*((позици|товар|наименовани|строк|шт|единиц|item|position|product|piece|pcs|row|unit)\p{L}*)?)?$/iu;

const isBlank = ({ cells }: CsvRecord): boolean => cells.every((cell) => cell.trim() === '');
const headingsOf = (cells: readonly string[]): string[] =>
  cells.slice(0, MAX_COLUMNS).map((heading) => plainText(heading).trim().slice(0, SHOWN_CHARS));

export async function readTable<F extends string>(ctx: ReadCtx, wanted: WantedTable<F>): Promise<Table<F>> {
  try {
    return await read(ctx, wanted);
  } finally {
    await wanted.source.records.return();
  }
}

async function read<F extends string>(
  ctx: ReadCtx,
  { source: { records, ...source }, kind, columns, read: begin, ...choice }: WantedTable<F>,
): Promise<Table<F>> {
  const [problems, dropped] = [createProblems(), createProblems()];
  const first = await takeFirst(records);
  const nothing = { preview: [], rows: 0, skipped: [], maxRows: columns.maxRows, problems, dropped };
  const matches = listMatches(ctx, kind);
  const whole = first.filter(({ fault }) => !isCsvBound(fault));
  const head = await inTurns(ctx.workspace.seq, findHead(whole, columns, matches, choice.head));
  const cells = head === undefined ? widest(whole) : head.cells;
  const headings = head === undefined ? cells.map(() => '') : headingsOf(cells);
  const chosen =
    choice.mapping === undefined
      ? (recall(matches, columns, headings) ?? mapHeadings(columns, headings))
      : parseMapping(columns, choice.mapping, headings.length);
  const mapping = chosen ?? [];
  const missing = missingFields(columns, mapping);
  const file = { ...source, ...nothing, head: head?.line ?? 0, headings, mapping, missing };
  if (cells.length > MAX_COLUMNS) return { ...file, refused: 'too_many_columns' };
  if (whole.length > 0 && chosen === undefined) return { ...file, refused: 'bad_mapping' };
  const at = head === undefined ? 0 : first.indexOf(head) + 1;
  const body = follow(first.slice(at), records);
  const valueMatches = [...(choice.values ?? []), ...matches.flatMap(({ values }) => values)];
  const below = {
    columns,
    mapping,
    problems,
    dropped,
    matches: valueMatches,
    width: head === undefined ? undefined : headings.length,
  };
  const rows = await readRows(ctx, body, { ...below, into: missing.length === 0 ? begin(below) : undefined });
  const skipped = [...first.slice(0, Math.max(at - 1, 0)), ...rows.skipped].slice(0, NAMED_ROWS);
  return { ...file, ...rows, skipped };
}

async function takeFirst(records: AsyncGenerator<CsvRecord, void>): Promise<CsvRecord[]> {
  const first: CsvRecord[] = [];
  while (first.length < HEAD_ROWS && !isCsvBound(first.at(-1)?.fault)) {
    const { value } = await records.next();
    if (value === undefined) break;
    if (!isBlank(value) || isCsvBound(value.fault)) first.push(value);
  }
  return first;
}

async function* follow(first: readonly CsvRecord[], rest: AsyncGenerator<CsvRecord, void>) {
  yield* first;
  yield* rest;
}

const widest = (records: readonly CsvRecord[]): readonly string[] =>
  records.reduce<readonly string[]>((most, { cells }) => (cells.length > most.length ? cells : most), []);

/**
 * Finds the row of headings. It is the row that a person chose, or else the row with an earlier file's headings.
 * Otherwise it is the row with the most known headings, or the first row if it is not data.
 */
function* findHead<F extends string>(
  first: readonly CsvRecord[],
  columns: Columns<F>,
  matches: ReturnType<typeof listMatches>,
  chosen: number | undefined,
): Steps<CsvRecord | undefined> {
  if (chosen !== undefined) return first.find(({ line }) => line === chosen);
  let [found, most] = [first[0], 0];
  for (const record of first) {
    const headings = headingsOf(record.cells);
    if (recall(matches, columns, headings) !== undefined) return record;
    const known = mapHeadings(columns, headings).filter((field) => field !== null).length;
    if (known > most) [found, most] = [record, known];
    // The caller can serve other requests here. A row may have a hundred headings of 200 characters, which take long to
    // compare.
    yield;
  }
  return most === 0 && holdsValues(found?.cells ?? []) ? undefined : found;
}

/**
 * Checks whether a record exceeds one of the `CSV_BOUNDS`, and reports that with its line. Nothing below such a record
 * is read.
 */
function isPastBound(problems: Problems, { line, cells, fault }: CsvRecord): boolean {
  if (!isCsvBound(fault)) return false;
  problems.add(line, null, fault, cells.at(-1), String(CSV_BOUNDS[fault]));
  return true;
}

const isDue = (rows: number): boolean => rows % STEP === 0 || isStepOver();

interface Below<F extends string> extends Reading<F> {
  readonly columns: Columns<F>;
  /** The limit on the cells of a row: the number of headings. Undefined if the file has no headings. */
  readonly width: number | undefined;
  readonly into: RowReader | undefined;
}

function keepFirst(kept: Row[], row: Row, most: number): void {
  if (kept.length < most) kept.push(row);
}

async function readRows<F extends string>(ctx: ReadCtx, records: AsyncIterable<CsvRecord>, below: Below<F>) {
  const { columns, problems, into } = below;
  const preview: Row[] = [];
  const skipped: Row[] = [];
  let [rows, totals] = [0, 0];
  let refused: Table['refused'] = null;
  const go = (steps: Steps<void> | undefined) => steps && inTurns(ctx.workspace.seq, steps);
  for await (const record of records) {
    if (isPastBound(problems, record)) {
      refused = 'past_bound';
      break;
    }
    if (isBlank(record)) continue;
    const isSkipped = isTotal(below, record);
    if (isSkipped) totals += 1;
    else rows += 1;
    if (Math.max(rows, totals) > columns.maxRows) break;
    keepFirst(isSkipped ? skipped : preview, record, isSkipped ? NAMED_ROWS : PREVIEW_ROWS);
    if (!isSkipped && checkShape(below, record)) await go(into?.take(record));
    if (isDue(rows + totals)) await nextTurn(ctx.workspace.seq);
  }
  await go(into?.end?.());
  if (rows === 0) refused ??= 'no_rows';
  if (Math.max(rows, totals) > columns.maxRows) refused = 'too_many_rows';
  return { rows, preview, skipped, refused };
}

/**
 * Checks whether a row contains totals instead of data. A word for a total at the beginning is not enough, because a
 * product's name may begin with it too.
 */
function isTotal<F extends string>({ columns, mapping }: Below<F>, { cells }: CsvRecord): boolean {
  const [word = '', ...others] = cells.filter((cell) => cell.trim() !== '');
  const said = foldHeading(word);
  if (!TOTALS.test(said)) return false;
  const isSure = SURE_TOTALS.test(word.trim()) || COUNT_BEHIND.test(said.replace(TOTALS, '').trim());
  if (isSure && others.every((cell) => readWrittenNumber(cell) !== undefined)) return true;
  return columns.needed.some((group) => group.every((field) => (cells[mapping.indexOf(field)] ?? '').trim() === ''));
}

function checkShape<F extends string>({ problems, width }: Below<F>, { line, cells, fault }: CsvRecord): boolean {
  if (fault !== undefined) problems.add(line, cells.length - 1, fault, cells.at(-1));
  const beyond = width === undefined ? -1 : cells.findIndex((cell, at) => at >= width && cell.trim() !== '');
  if (fault === undefined && beyond >= 0) problems.add(line, null, 'too_many_cells', cells[beyond], String(width));
  return fault === undefined && beyond < 0;
}
