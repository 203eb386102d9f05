import { dayInZone } from '../../base/index.ts';
import { type MoneyLine, readMoney } from '../../orders/index.ts';
import { type Column, columnsReading, type ReadingCtx } from '../desk/index.ts';
import { methodIn, sourceIn } from '../orders/csv.ts';
import { moneyFilterIn } from './filter.ts';

interface Line {
  readonly ctx: ReadingCtx;
  readonly money: MoneyLine;
}

const amountIn = ({ money }: Line, column: MoneyLine['kind']) =>
  money.kind === column ? { kopecks: money.amount } : '';

/** The columns of the bookkeeper's file, which has a line for each payment and each refund. */
const COLUMNS: readonly Column<Line>[] = [
  ['Date', 'Дата', ({ ctx, money }) => ({ day: dayInZone(money.at, ctx.workspace.timeZone) ?? '' })],
  ['Method', 'Способ', ({ ctx, money }) => methodIn(ctx.language, money.method)],
  ['Order', 'Заказ', ({ money }) => money.orderNum],
  ['Client', 'Клиент', ({ money }) => money.clientName ?? ''],
  ['Amount', 'Сумма', (line) => amountIn(line, 'payment')],
  ['Refund', 'Возврат', (line) => amountIn(line, 'refund')],
  ['Source', 'Источник', ({ ctx, money }) => sourceIn(ctx.language, money.source)],
];

export const tableOfPayments = columnsReading(
  'table of payments',
  COLUMNS,
  (ctx, { filter }: { readonly filter?: string | undefined }) => linesOf(ctx, moneyFilterIn(ctx, filter).filter),
);

async function* linesOf(ctx: ReadingCtx, filter: Parameters<typeof readMoney>[1]): AsyncGenerator<Line[], void> {
  for await (const lines of readMoney(ctx, filter)) yield lines.map((money) => ({ ctx, money }));
}
