import { dayInZone } from '../../base/index.ts';
import { type MoneyLine, readMoney } from '../../orders/index.ts';
import { type Column, cellsOf, headingsOf, type ReadingCtx, type Rows, tableReading } from '../desk/index.ts';
import { methodIn, sourceIn } from '../orders/csv.ts';
import { moneyFilterIn } from './filter.ts';

interface Line {
  readonly ctx: ReadingCtx;
  readonly money: MoneyLine;
}

const amountIn = ({ money }: Line, column: MoneyLine['kind']) =>
  money.kind === column ? { kopecks: money.amount } : '';

/** The bookkeeper's file, with a line for each payment and each refund. */
const COLUMNS: readonly Column<Line>[] = [
  ['Date', 'Дата', ({ ctx, money }) => ({ day: dayInZone(money.at, ctx.workspace.timeZone) ?? '' })],
  ['Method', 'Способ', ({ ctx, money }) => methodIn(ctx.language, money.method)],
  ['Order', 'Заказ', ({ money }) => money.orderNum],
  ['Client', 'Клиент', ({ money }) => money.clientName ?? ''],
  ['Amount', 'Сумма', (line) => amountIn(line, 'payment')],
  ['Refund', 'Возврат', (line) => amountIn(line, 'refund')],
  ['Source', 'Источник', ({ ctx, money }) => sourceIn(ctx.language, money.source)],
];

export const tableOfPayments = tableReading<{ readonly filter?: string | undefined }>(
  'table of payments',
  (ctx, { filter }) => rowsOf(ctx, moneyFilterIn(ctx, filter).filter),
);

async function* rowsOf(ctx: ReadingCtx, filter: Parameters<typeof readMoney>[1]): AsyncGenerator<Rows, void> {
  yield [headingsOf(COLUMNS, ctx.language)];
  for await (const lines of readMoney(ctx, filter)) yield lines.map((money) => cellsOf(COLUMNS, { ctx, money }));
}
