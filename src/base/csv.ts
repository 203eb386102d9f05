import { giveWay } from './process/index.ts';

/** Tables as text (RFC 4180), with whatever separator; also what spreadsheets make of them. */

/**
 * open_quote: a quotation that never ends; after_quote: text behind the closing quote. The others are past a bound of
 * `CSV_BOUNDS`: with them reading ends, for what comes next cannot be told.
 */
export type CsvFault = 'open_quote' | 'after_quote' | 'record_cells' | 'cell_chars' | 'record_chars';

export interface CsvRecord {
  /** Where it begins, from 1; a quoted line break makes a record longer than a line. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly fault?: CsvFault;
}

/** The most that one record may hold. More is no table but a weapon: 16 MB of separators would make as many cells. */
export const CSV_BOUNDS = { record_cells: 200, cell_chars: 20_000, record_chars: 65_536 } as const;
type CsvBound = keyof typeof CSV_BOUNDS;
export const isCsvBound = (fault: CsvFault | undefined): fault is CsvBound =>
  fault !== undefined && fault in CSV_BOUNDS;

interface Place {
  at: number;
  line: number;
  fault: CsvFault | undefined;
}

const BOM = '\uFEFF';
const [QUOTE, CR, LF] = [0x22, 0x0d, 0x0a];
/** Read between two pauses: below a millisecond. */
const PAUSE_CHARS = 32_768;
/** More than any record within its bounds, and the line's end. */
const AHEAD_CHARS = 2 * CSV_BOUNDS.record_chars;

/**
 * Record by record, blank lines left out. Lines end in CR LF, LF or CR; a quote inside an unquoted cell is a letter like others.
 * Undefined is a pause, in which others may be served: a file of blank lines alone is nothing but pauses.
 *
 * @param parts of the text, as they follow one another; to join a large one takes longer than anybody should wait
 * @param firstLine the number of the first line
 */
export function* readCsvInSteps(
  parts: readonly string[],
  separator: string,
  firstLine = 1,
): Generator<CsvRecord | undefined, void> {
  const place: Place = { at: 0, line: firstLine, fault: undefined };
  const ahead = { text: '', taken: 0 };
  let pausedAt = 0;
  for (;;) {
    while (takeNext(ahead, place, parts)) pausedAt = 0;
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

/** Puts the next part behind what is not read yet, where that may be less than a record. @returns whether it did */
function takeNext(ahead: { text: string; taken: number }, place: Place, parts: readonly string[]): boolean {
  const part = parts[ahead.taken];
  if (part === undefined || ahead.text.length - place.at >= AHEAD_CHARS) return false;
  ahead.text = ahead.text.slice(place.at) + (ahead.taken === 0 && part.startsWith(BOM) ? part.slice(1) : part);
  ahead.taken += 1;
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

/** Where a cell that begins here is past its bound. */
const boundOf = (text: string, start: number): number => Math.min(text.length, start + CSV_BOUNDS.cell_chars + 1);

/** Up to the separator, the line's end or the text's. */
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
  // Up to a quotation mark that is not doubled.
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
 * A spreadsheet would run a text that begins so as a formula; an apostrophe makes it a text (OWASP, CSV injection).
 * Full-width and small signs count, whatever blank or unseen sign stands before them. So does every place in a cell
 * that begins another cell for a reader with another separator.
 */
const FORMULAS = /(^|[;,\|\t\r\n])([[\p{Z}\p{Cf}\p{Cc}"]--[\t\r\n]]*)('*[=+\-@＝＋－＠﹦﹢﹣﹫])/gv;
const BREAKS_FIRST = /^'*[\t\r\n]/;
const GUARDED_FORMULAS = /(^|[;,\|\t\r\n])([[\p{Z}\p{Cf}\p{Cc}"]--[\t\r\n]]*)'('*[=+\-@＝＋－＠﹦﹢﹣﹫])/gv;
const GUARDED_BREAK = /^'('*[\t\r\n])/;
const NEEDS_QUOTES = /["\r\n]/;

export function csvCell(text: string, separator = ';'): string {
  const inside = text.replace(FORMULAS, "$1$2'$3");
  const safe = BREAKS_FIRST.test(text) ? `'${inside}` : inside;
  return NEEDS_QUOTES.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Digits that are no number, as our own exports write a phone. */
const DIGITS_AS_TEXT = /^="(\+?\d+)"$/;

/** What was given to `csvCell`, from the cell as it was read; of digits that were kept as text, the digits. */
export const plainText = (cell: string): string => {
  const digits = DIGITS_AS_TEXT.exec(cell)?.[1];
  if (digits !== undefined) return digits;
  return cell.includes("'") ? cell.replace(GUARDED_BREAK, '$1').replace(GUARDED_FORMULAS, '$1$2$3') : cell;
};

/** Excel's first line may name the separator. */
const NAMED_SEPARATOR = /^\uFEFF?sep=(.)\r?\n/;

interface CsvFile {
  readonly separator: string;
  /** One by one, blank lines left out; others are served meanwhile. */
  readonly records: AsyncGenerator<CsvRecord, void>;
}

/** A file as people send it: its separator is the one that it names, else the one found. @param parts of it, as they follow one another */
export function readCsvFile(parts: readonly string[]): CsvFile {
  const [begin = '', ...more] = parts;
  const [line = '', named] = NAMED_SEPARATOR.exec(begin) ?? [];
  const body = begin.slice(line.length);
  const separator = named ?? findSeparator(body);
  return { separator, records: inTurns(readCsvInSteps([body, ...more], separator, named === undefined ? 1 : 2)) };
}

async function* inTurns(records: Iterable<CsvRecord | undefined>): AsyncGenerator<CsvRecord, void> {
  for (const record of records) {
    if (record === undefined) await giveWay();
    else yield record;
  }
}

const SEPARATORS = [';', ',', '\t', '|'] as const;
/** The first line is looked at so far: more than its record may hold. */
const LOOKED_AT_CHARS = 100_000;

/** What separates the cells: the sign that the first line holds most often outside quotes, `;` where none does. */
export function findSeparator(text: string): string {
  const counts = SEPARATORS.map(() => 0);
  const codes = SEPARATORS.map((separator) => separator.charCodeAt(0));
  const end = Math.min(text.length, LOOKED_AT_CHARS);
  let isQuoted = false;
  for (let at = firstLineOf(text, end); at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (code === CR || code === LF) break;
    const which = codes.indexOf(code);
    if (which >= 0) counts[which] = (counts[which] ?? 0) + 1;
  }
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ';';
}

/** Blank lines are left out. */
function firstLineOf(text: string, end: number): number {
  let at = text.startsWith(BOM) ? 1 : 0;
  while (at < end && (text.charCodeAt(at) === CR || text.charCodeAt(at) === LF)) at += 1;
  return at;
}
