/** Tables as text (RFC 4180), with whatever separator; also what spreadsheets make of them. */

export interface CsvRecord {
  /** Where it begins, from 1; a quoted line break makes a record longer than a line. */
  readonly line: number;
  readonly cells: readonly string[];
  /** open_quote: a quotation that never ends; after_quote: text behind the closing quote. */
  readonly fault?: 'open_quote' | 'after_quote';
}

interface Place {
  at: number;
  line: number;
  fault: CsvRecord['fault'];
}

const BOM = '\uFEFF';
const [QUOTE, CR, LF] = [0x22, 0x0d, 0x0a];

/** Record by record, blank lines left out. Lines end in CR LF, LF or CR; a quote inside an unquoted cell is a letter like others. */
export function* readCsv(text: string, separator: string): Generator<CsvRecord, void> {
  const place: Place = { at: text.startsWith(BOM) ? 1 : 0, line: 1, fault: undefined };
  while (place.at < text.length) {
    const { line } = place;
    place.fault = undefined;
    const cells = readRecord(text, place, separator.charCodeAt(0));
    if (cells.length === 1 && cells[0] === '' && place.fault === undefined) continue;
    yield place.fault === undefined ? { line, cells } : { line, cells, fault: place.fault };
  }
}

function readRecord(text: string, place: Place, separator: number): string[] {
  const cells: string[] = [];
  for (;;) {
    cells.push(
      text.charCodeAt(place.at) === QUOTE ? readQuoted(text, place, separator) : readPlain(text, place, separator),
    );
    const end = text.charCodeAt(place.at);
    place.at += end === CR && text.charCodeAt(place.at + 1) === LF ? 2 : 1;
    if (end === separator) continue;
    place.line += 1;
    return cells;
  }
}

/** Up to the separator, the line's end or the text's. */
function readPlain(text: string, place: Place, separator: number): string {
  const start = place.at;
  while (place.at < text.length) {
    const code = text.charCodeAt(place.at);
    if (code === separator || code === CR || code === LF) break;
    place.at += 1;
  }
  return text.slice(start, place.at);
}

function readQuoted(text: string, place: Place, separator: number): string {
  const start = place.at + 1;
  let end = text.indexOf('"', start);
  while (end >= 0 && text.charCodeAt(end + 1) === QUOTE) end = text.indexOf('"', end + 2);
  const inside = text.slice(start, end < 0 ? text.length : end);
  place.line += inside.match(/\r\n|\r|\n/g)?.length ?? 0;
  place.at = end < 0 ? text.length : end + 1;
  if (end < 0) place.fault = 'open_quote';
  const rest = readPlain(text, place, separator);
  if (rest.trim() !== '') place.fault = 'after_quote';
  return inside.replaceAll('""', '"') + rest.trim();
}

/**
 * A spreadsheet would run a text that begins so as a formula; an apostrophe makes it a text (OWASP, CSV injection). Full-width
 * signs count, and so does every place in a cell that begins another cell for a reader with another separator.
 */
const FORMULAS = /(^|[;,|\t\r\n])([ \u00A0"]*)('*[=+\-@＝＋－＠])/g;
const BREAKS_FIRST = /^'*[\t\r\n]/;
const GUARDED_FORMULAS = /(^|[;,|\t\r\n])([ \u00A0"]*)'('*[=+\-@＝＋－＠])/g;
const GUARDED_BREAK = /^'('*[\t\r\n])/;
const NEEDS_QUOTES = /["\r\n]/;

export function csvCell(text: string, separator = ';'): string {
  const inside = text.replace(FORMULAS, "$1$2'$3");
  const safe = BREAKS_FIRST.test(text) ? `'${inside}` : inside;
  return NEEDS_QUOTES.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What was given to `csvCell`, from the cell as it was read. */
export const plainText = (cell: string): string =>
  cell.includes("'") ? cell.replace(GUARDED_BREAK, '$1').replace(GUARDED_FORMULAS, '$1$2$3') : cell;

const SEPARATORS = [';', ',', '\t', '|'];

/** What separates the cells: the sign that the first line holds most often outside quotes, `;` where none does. */
export function findSeparator(text: string): string {
  const first = /^\uFEFF?[\r\n]*((?:"(?:[^"]|"")*"|[^\r\n"])*)/.exec(text.slice(0, 100_000))?.[1] ?? '';
  const bare = first.replaceAll(/"(?:[^"]|"")*"/g, '');
  const counts = SEPARATORS.map((separator) => bare.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ';';
}
