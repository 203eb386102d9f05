import type { CsvFault, Issue } from '../../base/index.ts';
import type { CellFault } from './cells.ts';
import type { Field, Mapping } from './columns.ts';

export type ProblemCode =
  | CellFault
  | 'missing'
  | 'unknown_status'
  | 'too_long'
  | 'key_form'
  | 'several_items'
  | 'price_inexact'
  | 'total_differs'
  | 'row_differs'
  | 'key_again'
  | 'too_many_items'
  | 'too_many_cells'
  | CsvFault
  | 'other';

/** One thing wrong with one cell, for the page to word. */
export interface Problem {
  readonly line: number;
  /** From 0; null for the whole row. */
  readonly column: number | null;
  readonly code: ProblemCode;
  /** What stands in the cell, cut. */
  readonly value: string;
  /** The bound, the sum that comes out or the other line; with `other` what is wrong, in English. */
  readonly than: string;
}

const SHOWN = 100;
const VALUE_CHARS = 80;

export interface Problems {
  add(line: number, column: number | null, code: ProblemCode, value?: string, than?: string): void;
  /** The first hundred. */
  readonly shown: readonly Problem[];
  count(): number;
}

export function createProblems(): Problems {
  const shown: Problem[] = [];
  let count = 0;
  return {
    add(line, column, code, value = '', than = '') {
      count += 1;
      if (shown.length < SHOWN) shown.push({ line, column, code, value: value.slice(0, VALUE_CHARS), than });
    },
    shown,
    count: () => count,
  };
}

/** Where what the checks of an order name stands in a file. */
const FIELDS: Readonly<Record<string, Field>> = {
  key: 'key',
  num: 'num',
  platform: 'platform',
  date: 'date',
  timeStart: 'timeStart',
  timeEnd: 'timeEnd',
  'client.name': 'clientName',
  'client.phone': 'clientPhone',
  'client.email': 'clientEmail',
  'recipient.name': 'recipientName',
  'recipient.phone': 'recipientPhone',
  'delivery.deliveryType': 'deliveryType',
  'delivery.adress': 'address',
  'delivery.flat': 'flat',
  'delivery.price': 'deliveryPrice',
  'additional.comment': 'comment',
  'additional.managerComment': 'managerComment',
  'additional.cardText': 'cardText',
  'payments.0.amount': 'paid',
  'payments.0.paymentMethod': 'paymentMethod',
};
const ITEM_FIELDS: Readonly<Record<string, Field>> = {
  name: 'itemName',
  quantity: 'quantity',
  price: 'price',
  sku: 'sku',
};
const ITEM = /^products\.(\d+)\.(\w+)$/;

/** What the checks of an order found, as a problem of its rows. */
export function addIssue(
  problems: Problems,
  { path, message }: Issue,
  lines: readonly number[],
  mapping: Mapping,
): void {
  const item = ITEM.exec(path);
  const line = lines[Number(item?.[1] ?? 0)] ?? lines[0] ?? 0;
  const field = item === null ? FIELDS[path] : ITEM_FIELDS[item[2] ?? ''];
  const column = field === undefined ? -1 : mapping.indexOf(field);
  const [code, than] = codeOf(path, message);
  problems.add(line, column < 0 ? null : column, code, '', than);
}

function codeOf(path: string, message: string): readonly [ProblemCode, string] {
  const bound = /(?:at most|1 to) (\d+) (characters|items)/.exec(message);
  if (bound !== null) return [bound[2] === 'items' ? 'too_many_items' : 'too_long', bound[1] ?? ''];
  if (message.includes('control characters') || message.includes('well-formed')) return ['key_form', ''];
  if (message.includes('999999999')) return ['too_large', ''];
  return ['other', `${path} ${message}`];
}
