import { type Issue, plainText } from '../base/index.ts';
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

export interface ImportFault {
  readonly line: number;
  /** `columns`, `too_many`, `duplicate`, `quotes`, or that of a product's field. */
  readonly rule: string;
}

export interface ImportCheck {
  readonly rows: readonly ImportRow[];
  /** With one of them nothing is taken; at most 50 are told. */
  readonly faults: readonly ImportFault[];
}

/** One write holds up all others: some 80 ms for so many. */
const MAX_ROWS = 5_000;
const MAX_FAULTS = 50;
const COLUMNS = ['id', 'name', 'sku', 'quantity'] as const;
type Column = (typeof COLUMNS)[number];

/** Headings as our own export and people write them. */
const HEADINGS: Readonly<Record<string, Column>> = {
  ...{ id: 'id', ид: 'id', код: 'id' },
  ...{ name: 'name', название: 'name', наименование: 'name', товар: 'name' },
  ...{ sku: 'sku', артикул: 'sku' },
  ...{
    quantity: 'quantity',
    'on hand': 'quantity',
    количество: 'quantity',
    остаток: 'quantity',
    'в наличии': 'quantity',
  },
};

interface Line {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A table of products out of a file: `id;name;sku;quantity`, with or without a heading, a BOM, quotes, and with `;` or `,` between. */
export function readImport(text: string): ImportCheck {
  const plain = text.replace(/^\uFEFF/, '');
  const parsed = splitLines(plain, separatorOf(plain));
  if (typeof parsed === 'number') return { rows: [], faults: [{ line: parsed, rule: 'quotes' }] };
  const lines = parsed.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [first] = lines;
  if (first === undefined) return { rows: [], faults: [{ line: 1, rule: 'empty' }] };
  const headings = first.cells.map((cell) => HEADINGS[foldText(cell)]);
  const hasHeadings = headings.includes('id');
  const order = hasHeadings ? headings : COLUMNS;
  if (!order.includes('name')) return { rows: [], faults: [{ line: first.line, rule: 'columns' }] };
  const body = hasHeadings ? lines.slice(1) : lines;
  if (body.length > MAX_ROWS) return { rows: [], faults: [{ line: MAX_ROWS + 1, rule: 'too_many' }] };
  return readRows(body, order);
}

function readRows(lines: readonly Line[], order: readonly (Column | undefined)[]): ImportCheck {
  const faults: ImportFault[] = [];
  const seen = new Set<string>();
  const rows = lines.map(({ line, cells }) => {
    const issues: Issue[] = [];
    const cell = (column: Column): string => plainText((cells[order.indexOf(column)] ?? '').trim());
    const externalId = cell('id');
    const sku = cell('sku');
    const row = { line, externalId, name: cell('name'), sku: sku === '' ? null : sku };
    checkProduct(row, issues);
    const quantity = readQuantityCell(cell('quantity'), issues);
    if (cells.slice(Math.max(order.length, COLUMNS.length)).some((text) => text.trim() !== ''))
      issues.push({ path: '', message: '', rule: 'columns' });
    if (seen.has(externalId)) issues.push({ path: 'id', message: '', rule: 'duplicate' });
    seen.add(externalId);
    faults.push(...issues.map(({ rule = 'columns' }) => ({ line, rule })));
    return { ...row, quantity };
  });
  return { rows, faults: faults.slice(0, MAX_FAULTS) };
}

const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/** As spreadsheets write it: a decimal comma or point, blanks between thousands, a proper minus. */
function readQuantityCell(text: string, issues: Issue[]): number | null {
  if (text === '') return null;
  const plain = text
    .replaceAll(/[\s\u00A0\u202F]/gu, '')
    .replace('−', '-')
    .replace(',', '.');
  if (NUMBER.test(plain)) return readOnHand('quantity', Number(plain), issues);
  issues.push({ path: 'quantity', message: 'must be a number', rule: 'quantity_bad' });
  return null;
}

/** Whichever stands more often in the first line. */
function separatorOf(text: string): ';' | ',' | '\t' {
  const [first = ''] = text.split(/\r?\n/, 1);
  const count = (separator: string): number => first.split(separator).length;
  const best = ([';', ',', '\t'] as const).toSorted((a, b) => count(b) - count(a));
  return best[0] ?? ';';
}

/** Cells by RFC 4180, but for the separator; the line of a quote that is never closed, or closed too early, where there is one. */
function splitLines(text: string, separator: string): Line[] | number {
  const next = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|\\r|$)`, 'y');
  const lines: Line[] = [];
  let cells: string[] = [];
  let line = 1;
  let begun = 1;
  while (next.lastIndex < text.length || cells.length > 0) {
    const [whole = '', quoted, plain = '', end = ''] = next.exec(text) ?? [];
    if (quoted === undefined && plain.startsWith('"')) return line;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += whole.split('\n').length - 1;
    if (end === separator) continue;
    lines.push({ line: begun, cells });
    cells = [];
    begun = line;
  }
  return lines;
}
