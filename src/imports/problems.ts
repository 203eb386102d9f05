import { type CsvFault, fieldText, type Issue } from '../base/index.ts';
import type { CellFault } from './cells.ts';

export type ProblemCode =
  | CellFault
  | 'missing'
  | 'unknown_status'
  | 'too_long'
  | 'key_form'
  | 'several_items'
  | 'price_inexact'
  | 'total_differs'
  | 'bad_payments'
  | 'many_payments'
  | 'paid_differs'
  | 'row_differs'
  | 'key_again'
  | 'id_again'
  | 'name_shared'
  | 'too_many_items'
  | 'too_many_cells'
  | 'unpaid'
  | 'unit'
  | 'pack_price'
  | 'bad_phone'
  | 'second_phone'
  | 'bad_email'
  | 'bad_day'
  | 'no_contact'
  | 'client_again'
  | 'list_full'
  | 'no_order'
  | 'order_missing'
  | 'order_deleted'
  | 'order_several'
  | 'orders_named'
  | 'no_amount'
  | 'two_amounts'
  | 'payment_again'
  | 'payment_differs'
  | 'payment_removed'
  | 'payment_alike'
  | 'payment_awaited'
  | 'refund_above'
  | 'payments_full'
  | 'paid_over'
  | 'refund_over'
  | CsvFault
  | 'other';

type BrokenRule = Issue & { readonly message: string };

export interface Problem {
  readonly line: number;
  /** The index of the column, from 0; null for the whole row. */
  readonly column: number | null;
  readonly code: ProblemCode;
  readonly value: string;
  /** The second value in the problem's message: a limit, a computed sum, or the number of another line. */
  readonly than: string;
  readonly broken?: BrokenRule;
}

const SHOWN = 100;
const VALUE_CHARS = 80;

export interface Problems {
  add(line: number, column: number | null, code: ProblemCode, value?: string, than?: string, broken?: BrokenRule): void;
  readonly shown: readonly Problem[];
  count(): number;
}

export function createProblems(): Problems {
  const shown: Problem[] = [];
  let count = 0;
  return {
    add(line, column, code, value = '', than = '', broken) {
      count += 1;
      if (shown.length >= SHOWN) return;
      const problem = { line, column, code, value: value.slice(0, VALUE_CHARS), than };
      shown.push(broken === undefined ? problem : { ...problem, broken });
    },
    shown,
    count: () => count,
  };
}

/** Reports an issue about a column of a line. A column below 0 stands for the whole row. */
export function addIssue(problems: Problems, issue: Issue, line: number, column: number): void {
  const [code, than] = codeOf(issue);
  const broken = code === 'other' ? { ...issue, message: fieldText(issue) } : undefined;
  problems.add(line, column < 0 ? null : column, code, '', than, broken);
}

function codeOf(issue: Issue): readonly [ProblemCode, string] {
  switch (issue.rule) {
    case 'empty':
      return ['missing', ''];
    case 'chars_between':
    case 'chars_at_most':
      return ['too_long', `${issue.most}`];
    case 'items_between':
    case 'items_at_most':
      return ['too_many_items', `${issue.most}`];
    case 'control_characters':
    case 'ill_formed':
      return ['key_form', ''];
    case 'roubles_at_most':
    case 'pieces_at_most':
    case 'products_sum':
    case 'order_sum':
      return ['too_large', ''];
    default:
      return ['other', ''];
  }
}
