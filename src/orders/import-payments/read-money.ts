import { dayInZone, type Issue, toIso, toRoubles } from '../../base/index.ts';
import {
  addIssue,
  type Cells,
  cellsOf,
  type Fault,
  isFault,
  type Reading,
  type Row,
  readExact,
  readInstant,
  readSignedSum,
} from '../../imports/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import type { OrderValues } from '../import-file/values.ts';
import { checkPayment } from '../payment.ts';
import type { PaymentField } from './columns.ts';
import { numbersIn, type OrderMention } from './numbers.ts';

export interface FileMoney {
  /** The line number in the file, from 1. */
  readonly line: number;
  /** The amount in kopecks; below 0 for a refund. */
  readonly amount: number;
  readonly at: number;
  readonly day: string;
  readonly method: string | null;
  /** The id of the payment or refund in the program that exported the file; null if the row has none. */
  readonly id: string | null;
}

interface NamedMoney extends FileMoney {
  readonly mention: OrderMention;
  /** The row's order number or purpose, its client and its phone. With this text, a person can recognize the row. */
  readonly said: string;
}

export interface MoneyReading extends Reading<PaymentField> {
  readonly ctx: Ctx;
  readonly values: OrderValues;
}

/**
 * Returns a function that reads the payment or refund of a row. It returns undefined if the row is left out or has an
 * error.
 */
export function createMoneyReader(reading: MoneyReading) {
  const { mapping, problems } = reading;
  const seen = new Map<string, number>();
  return (row: Row): NamedMoney | undefined => {
    const before = problems.count();
    const cells = cellsOf(reading, row);
    const { text, drop } = cells;
    const mention = numbersIn(text('order'), text('purpose'), isRefund(text));
    const named = [text('order') || text('purpose'), text('client'), text('phone')];
    const said = named.filter((one) => one !== '').join(', ');
    // A line that names no order is left out before its amount and date are checked.
    if (mention.exact === '' && mention.numbers.length === 0)
      return drop(mapping.includes('order') ? 'order' : 'purpose', 'no_order', said);
    const amount = amountOf(cells);
    if (amount === 0) return drop('amount', 'no_amount', said);
    const money = moneyOf(reading, cells);
    if (money === undefined || amount === undefined || !isPayment(reading, row, { ...money, amount })) return undefined;
    if (problems.count() > before) return undefined;
    const { id } = money;
    const key = `${amount > 0} ${id}`;
    const earlier = id === null ? undefined : seen.get(key);
    if (earlier !== undefined) return drop('id', 'payment_again', id ?? '', String(earlier));
    seen.set(key, row.line);
    return { ...money, line: row.line, amount, mention, said };
  };
}

type Money = Pick<FileMoney, 'at' | 'day' | 'method' | 'id'>;

function moneyOf({ ctx, values }: MoneyReading, { text, read, wrong }: MoneyCells): Money | undefined {
  const { timeZone } = ctx.workspace;
  const at = text('date') === '' ? wrong('date', 'missing') : readInstant(text('date'), text('time'), timeZone);
  if (isFaulty(at)) wrong(at.fault === 'bad_time' && text('time') !== '' ? 'time' : 'date', at.fault);
  const method = values.paymentMethod(text('method')) || null;
  const id = read('id', readExact) ?? null;
  return typeof at === 'number' ? { at, day: dayInZone(at, timeZone) ?? '', method, id } : undefined;
}

const isFaulty = (at: number | Fault | undefined): at is Fault => at !== undefined && isFault(at);

function isPayment(
  { mapping, problems }: MoneyReading,
  { line }: Row,
  money: Omit<Money, 'day'> & Pick<FileMoney, 'amount'>,
) {
  const issues: Issue[] = [];
  const { id: paymentId, method: paymentMethod, at, amount } = money;
  checkPayment('', { paymentId, paymentMethod, amount: toRoubles(Math.abs(amount)), paidAt: toIso(at) }, null, issues);
  for (const issue of issues) addIssue(problems, issue, line, mapping.indexOf(FIELD_OF[issue.path] ?? 'date'));
  return issues.length === 0;
}

const FIELD_OF: Readonly<Record<string, PaymentField>> = { paymentId: 'id', amount: 'amount', paymentMethod: 'method' };

type MoneyCells = Cells<PaymentField>;

/** Detects a refund without parsing the amount. Parsing would report a wrong amount even in a line that is left out. */
const isRefund = (text: MoneyCells['text']): boolean => /^[-−–(]/.test(text('amount')) || /[1-9]/.test(text('refund'));

/**
 * Reads the amount in kopecks, below 0 for a refund. Returns 0 if there is none, and undefined if a cell is invalid.
 */
function amountOf({ read, wrong }: MoneyCells): number | undefined {
  const [paid, refunded] = [read('amount', readSignedSum), read('refund', readSignedSum)];
  if (paid === undefined || refunded === undefined) return undefined;
  if (refunded === null || refunded === 0) return paid ?? 0;
  return paid === null || paid === 0 ? -Math.abs(refunded) : wrong('refund', 'two_amounts');
}
