/** Tables as text (RFC 4180) with any separator, and the variants that spreadsheets write. */

/**
 * open_quote: a quoted cell without a closing quote. after_quote: text after the closing quote. The other faults: a
 * record exceeds this bound of `CSV_BOUNDS`. The reader then stops, because it cannot interpret the remaining text.
 */
export type CsvFault = 'open_quote' | 'after_quote' | 'record_cells' | 'cell_chars' | 'record_chars';

export interface CsvRecord {
  /** The line on which the record begins, from 1. With a quoted line break, a record spans several lines. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly fault?: CsvFault;
}

/** The bounds on one record. A larger record is an attack: 16 MB of separators would make 16 million cells. */
export const CSV_BOUNDS = { record_cells: 200, cell_chars: 20_000, record_chars: 65_536 } as const;
type CsvBound = keyof typeof CSV_BOUNDS;
export const isCsvBound = (fault: CsvFault | undefined): fault is CsvBound =>
  fault !== undefined && fault in CSV_BOUNDS;

/** A text that arrives in parts. Joining all parts would take too much time and memory. */
interface CsvParts {
  readonly next: string[];
  areAll: boolean;
}

interface Place {
  at: number;
  line: number;
  fault: CsvFault | undefined;
}

const BOM = '\uFEFF';
const [QUOTE, CR, LF] = [0x22, 0x0d, 0x0a];
/** The number of characters read between two pauses. Reading them takes less than a millisecond. */
const PAUSE_CHARS = 32_768;
/** The characters to read ahead. Every record within the bounds is shorter than this, even with its line end. */
const AHEAD_CHARS = 2 * CSV_BOUNDS.record_chars;

/**
 * Yields the records, and skips blank lines. Yields undefined when the caller should pause, so that the server can
 * answer other requests.
 */
export function* readCsvInSteps(
  parts: CsvParts,
  separator: string,
  firstLine = 1,
): Generator<CsvRecord | undefined, void> {
  const place: Place = { at: 0, line: firstLine, fault: undefined };
  const ahead = { text: '', isFirst: true };
  let pausedAt = 0;
  for (;;) {
    while (ahead.text.length - place.at < AHEAD_CHARS) {
      if (takeNext(ahead, place, parts)) pausedAt = 0;
      else if (parts.areAll) break;
      else yield undefined;
    }
    const { text } = ahead;
    if (place.at >= text.length) return;
    if (place.at - pausedAt > PAUSE_CHARS) {
      pausedAt = place.at;
      yield undefined;
    }
    const { line } = place;
    place.fault = undefined;
    const cells = readRecord(text, place, separator.charCodeAt(0));
    if (cells.length === 1 && cells[0] === '' && place.fault === undefined) continue;
    yield place.fault === undefined ? { line, cells } : { line, cells, fault: place.fault };
    if (isCsvBound(place.fault)) return;
  }
}

function takeNext(ahead: { text: string; isFirst: boolean }, place: Place, { next }: CsvParts): boolean {
  const part = next.shift();
  if (part === undefined) return false;
  ahead.text = ahead.text.slice(place.at) + (ahead.isFirst && part.startsWith(BOM) ? part.slice(1) : part);
  ahead.isFirst = false;
  place.at = 0;
  return true;
}

function readRecord(text: string, place: Place, separator: number): string[] {
  const cells: string[] = [];
  const start = place.at;
  for (;;) {
    const begun = place.at;
    cells.push(
      text.charCodeAt(place.at) === QUOTE ? readQuoted(text, place, separator) : readPlain(text, place, separator),
    );
    if (place.at - begun > CSV_BOUNDS.cell_chars) place.fault = 'cell_chars';
    else if (place.at - start > CSV_BOUNDS.record_chars) place.fault = 'record_chars';
    else if (cells.length > CSV_BOUNDS.record_cells) place.fault = 'record_cells';
    if (isCsvBound(place.fault)) return cells;
    const end = text.charCodeAt(place.at);
    place.at += end === CR && text.charCodeAt(place.at + 1) === LF ? 2 : 1;
    if (end === separator) continue;
    place.line += 1;
    return cells;
  }
}

/** Returns the position one character after the longest possible cell from `start`, or the end of the text. */
const boundOf = (text: string, start: number): number => Math.min(text.length, start + CSV_BOUNDS.cell_chars + 1);

function readPlain(text: string, place: Place, separator: number): string {
  const start = place.at;
  const bound = boundOf(text, start);
  while (place.at < bound) {
    const code = text.charCodeAt(place.at);
    if (code === separator || code === CR || code === LF) break;
    place.at += 1;
  }
  return text.slice(start, place.at);
}

function readQuoted(text: string, place: Place, separator: number): string {
  const start = place.at + 1;
  const bound = boundOf(text, place.at);
  let end = start;
  // The cell ends at a quotation mark that is not doubled.
  while (end < bound && !(text.charCodeAt(end) === QUOTE && text.charCodeAt(end + 1) !== QUOTE))
    end += text.charCodeAt(end) === QUOTE ? 2 : 1;
  const inside = text.slice(start, end);
  const isOpen = end >= bound;
  place.line += inside.match(/\r\n|\r|\n/g)?.length ?? 0;
  place.at = isOpen ? bound : end + 1;
  if (isOpen) place.fault = 'open_quote';
  const rest = isOpen ? '' : readPlain(text, place, separator);
  if (rest.trim() !== '') place.fault = 'after_quote';
  return inside.replaceAll('""', '"') + rest.trim();
}

/**
 * Matches the start of a formula (OWASP, CSV injection). Also matches after a separator inside a cell, because a
 * spreadsheet may begin a new cell there.
 */
const FORMULAS = /(^|[;,\|\t\r\n])([[\p{Z}\p{Cf}\p{Cc}"]--[\t\r\n]]*)('*[=+\-@＝＋－＠﹦﹢﹣﹫])/gv;
const BREAKS_FIRST = /^'*[\t\r\n]/;
const GUARDED_FORMULAS = /(^|[;,\|\t\r\n])([[\p{Z}\p{Cf}\p{Cc}"]--[\t\r\n]]*)'('*[=+\-@＝＋－＠﹦﹢﹣﹫])/gv;
const GUARDED_BREAK = /^'('*[\t\r\n])/;
const NEEDS_QUOTES = /["\r\n]/;

export function csvGuard(text: string): string {
  const inside = text.replace(FORMULAS, "$1$2'$3");
  return BREAKS_FIRST.test(text) ? `'${inside}` : inside;
}

export function csvCell(text: string, separator = ';'): string {
  const safe = csvGuard(text);
  return NEEDS_QUOTES.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Digits written as a text formula, as earlier exports wrote a phone. */
const DIGITS_AS_TEXT = /^="(\+?\d+)"$/;

/** Returns the text that `csvCell` guarded with an apostrophe. From `="79123304429"`, returns only the digits. */
export const plainText = (cell: string): string => {
  const digits = DIGITS_AS_TEXT.exec(cell)?.[1];
  if (digits !== undefined) return digits;
  return cell.includes("'") ? cell.replace(GUARDED_BREAK, '$1').replace(GUARDED_FORMULAS, '$1$2$3') : cell;
};

/** The first line of a file for Excel, such as `sep=;`, which names the separator. */
const NAMED_SEPARATOR = /^\uFEFF?sep=(.)\r?\n/;

interface CsvFile {
  readonly separator: string;
  /** The records. The reader pauses regularly between them, so that a long file does not block other requests. */
  readonly records: AsyncGenerator<CsvRecord, void>;
}

/**
 * Reads a CSV file. A first line such as `sep=;` gives the separator; otherwise the separator is detected.
 * @param texts the parts of the file in order
 * @param turn is awaited between two parts of the work, so that other requests are served
 */
export async function readCsvFile(
  texts: Iterable<string> | AsyncIterable<string>,
  turn: () => Promise<void>,
): Promise<CsvFile> {
  const coming = each(texts);
  const parts: CsvParts = { next: [], areAll: false };
  // The separator is taken from the first non-empty part; later parts are not searched.
  while (parts.next.length === 0 && !parts.areAll) await takeIn(parts, coming);
  const [begin = ''] = parts.next;
  const [line = '', named] = NAMED_SEPARATOR.exec(begin) ?? [];
  parts.next[0] = begin.slice(line.length);
  const separator = named ?? findSeparator(parts.next[0]);
  const records = readCsvInSteps(parts, separator, named === undefined ? 1 : 2);
  return { separator, records: inTurns(records, parts, { coming, turn }) };
}

async function* each(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  yield* texts;
}

async function takeIn(parts: CsvParts, coming: AsyncGenerator<string>): Promise<void> {
  const { done, value } = await coming.next();
  if (done === true) parts.areAll = true;
  else if (value !== '') parts.next.push(value);
}

async function* inTurns(
  records: Iterable<CsvRecord | undefined>,
  parts: CsvParts,
  { coming, turn }: { readonly coming: AsyncGenerator<string>; readonly turn: () => Promise<void> },
): AsyncGenerator<CsvRecord, void> {
  for (const record of records) {
    if (record !== undefined) yield record;
    else if (parts.next.length === 0 && !parts.areAll) await takeIn(parts, coming);
    else await turn();
  }
}

const SEPARATORS = [';', ',', '\t', '|'] as const;
/**
 * The maximum number of characters and lines that are searched for a separator. A record has fewer characters, so at
 * least one whole record is searched.
 */
const LOOKED_AT_CHARS = 100_000;
const LOOKED_AT_LINES = 20;

/**
 * Detects the separator: the character that occurs outside quotes in the longest run of lines, or `;` if none does.
 * Other separators may occur in titles, headings, texts and numbers.
 */
export function findSeparator(text: string): string {
  const lines = countSeparators(text.slice(0, LOOKED_AT_CHARS));
  const scores = SEPARATORS.map((_, which) => tableOf(lines.map((counts) => counts[which] ?? 0)));
  return SEPARATORS[scores.indexOf(Math.max(...scores))] ?? ';';
}

function countSeparators(text: string): number[][] {
  const lines: number[][] = [];
  let counts: number[] | undefined;
  let isQuoted = false;
  let before = '\n';
  for (const sign of text.startsWith(BOM) ? text.slice(1) : text) {
    const isEnd = !isQuoted && (sign === '\r' || sign === '\n');
    // A quotation mark inside an unquoted cell is an ordinary character: 5".
    if (sign === '"') isQuoted = !isQuoted && /["\r\n;,\t|]/.test(before);
    before = sign;
    if (isEnd) {
      if (lines.length === LOOKED_AT_LINES) break;
      counts = undefined;
      continue;
    }
    if (counts === undefined) {
      counts = SEPARATORS.map(() => 0);
      lines.push(counts);
    }
    const which = isQuoted ? -1 : SEPARATORS.indexOf(sign as (typeof SEPARATORS)[number]);
    if (which >= 0) counts[which] = (counts[which] ?? 0) + 1;
  }
  return lines;
}

/**
 * The weight of a line with at least three cells and as many cells as the line above. Such lines are typical of a
 * table. Any other line with the separator weighs 1.
 */
const EVEN = 2;

/**
 * Returns the score of the longest run of lines with a separator. Of two equal runs, the one with more cells scores
 * higher.
 */
function tableOf(counts: readonly number[]): number {
  let [run, even, before, best] = [0, 0, 0, 0];
  for (const count of counts) {
    run = count === 0 ? 0 : run + 1;
    even = count < 2 ? 0 : count === before ? even + 1 : 1;
    before = count;
    best = Math.max(best, Math.max(run, even * EVEN) + Math.min(count, LOOKED_AT_CHARS) / (10 * LOOKED_AT_CHARS));
  }
  return best;
}
