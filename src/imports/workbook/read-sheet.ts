import { CSV_BOUNDS, type CsvFault, type CsvRecord, type XmlHandler, xmlSteps } from '../../base/index.ts';
import { decoded, type NumberKind, textOfNumber } from './cell-text.ts';

export interface Lookups {
  readonly strings: readonly string[];
  /** The kind of number for each cell style. */
  readonly kinds: readonly NumberKind[];
  /** The days from the usual first day, 1899-12-30, to the workbook's first day. */
  readonly epochDays: number;
}

/**
 * The limit on the characters of all cells, as in a CSV file. A shared text counts each time, because each of its cells
 * keeps it.
 */
const MAX_CHARS = 67_108_864;

/** The last line number that a spreadsheet allows. */
const MAX_LINE = 1_048_576;

type Attributes = Readonly<Record<string, string>>;

/** Returns the column, from 0, of a reference such as AB12; undefined if it has none. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

const textOf = (text: string, { t, s }: Attributes, { strings, kinds, epochDays }: Lookups): string => {
  if (t === 's') return strings[Number(text)] ?? '';
  if (t === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  if (t === 'd') return text.replace(/T00:00:00(\.0+)?Z?$/, '');
  return t === undefined || t === 'n' ? textOfNumber(text, kinds[Number(s ?? 0)], epochDays) : decoded(text);
};

function createRowGatherer(lookups: Lookups): XmlHandler & { readonly rows: CsvRecord[] } {
  const rows: CsvRecord[] = [];
  let [line, next, chars, all] = [0, 0, 0, 0];
  let cells: string[] = [];
  let fault: CsvFault | undefined;
  let cell: Attributes = {};
  let text = '';
  let isValue = false;
  const put = (): void => {
    const column = columnOf(cell['r']) ?? next;
    next = column + 1;
    const value = text === '' ? '' : textOf(text, cell, lookups);
    if (value === '') return;
    chars += value.length;
    all += value.length;
    if (all > MAX_CHARS) throw new Error('too much text');
    if (value.length > CSV_BOUNDS.cell_chars) fault = 'cell_chars';
    else if (chars > CSV_BOUNDS.record_chars) fault = 'record_chars';
    else if (column >= CSV_BOUNDS.record_cells) fault = 'record_cells';
    else {
      while (cells.length < column) cells.push('');
      cells[column] = value;
    }
  };
  const begin: Readonly<Record<string, (attributes: Attributes) => void>> = {
    row({ r }) {
      const said = Number(r);
      line = Number.isInteger(said) && said > line && said <= MAX_LINE ? said : line + 1;
      [next, chars, cells, fault] = [0, 0, [], undefined];
    },
    c(attributes) {
      [cell, text] = [attributes, ''];
    },
    v: () => {
      isValue = true;
    },
    t: () => {
      isValue = true;
    },
  };
  return {
    rows,
    open: (name, attributes) => begin[name]?.(attributes),
    text(more) {
      if (isValue && text.length <= CSV_BOUNDS.cell_chars) text += more;
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      if (name === 'c') put();
      if (name !== 'row' || (cells.length === 0 && fault === undefined)) return;
      rows.push(fault === undefined ? { line, cells } : { line, cells, fault });
    },
  };
}

/** Yields the non-empty rows of a sheet. */
export async function* readSheet(chunks: AsyncIterable<Uint8Array>, lookups: Lookups): AsyncGenerator<CsvRecord, void> {
  const gatherer = createRowGatherer(lookups);
  for await (const _ of xmlSteps(chunks, gatherer)) {
    for (const row of gatherer.rows.splice(0)) {
      yield row;
      if (row.fault !== undefined) return;
    }
  }
}
