import { dayInZone, type Language } from '../../base/index.ts';
import { type MoneyLine, readMoney } from '../../orders/index.ts';
import {
  type Cell,
  type ReadingCtx,
  type Rows,
  type TableFormat,
  type TextReading,
  tableTexts,
} from '../desk/index.ts';
import { methodIn, sourceIn } from '../orders/csv.ts';
import { moneyFilterIn } from './filter.ts';

/** The bookkeeper's file, with a line for each payment and each refund. */
const HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  en: ['Date', 'Method', 'Order', 'Client', 'Amount', 'Refund', 'Source'],
  ru: ['Дата', 'Способ', 'Заказ', 'Клиент', 'Сумма', 'Возврат', 'Источник'],
};

interface ExportQuery {
  readonly filter?: string | undefined;
  readonly format?: TableFormat | undefined;
}

export const tableOfPayments: TextReading<ExportQuery> = {
  name: 'table of payments',
  texts: (ctx, { filter, format }) => tableTexts(rowsOf(ctx, moneyFilterIn(ctx, filter).filter), ctx.language, format),
};

async function* rowsOf(ctx: ReadingCtx, filter: Parameters<typeof readMoney>[1]): AsyncGenerator<Rows, void> {
  yield [HEADINGS[ctx.language]];
  for await (const lines of readMoney(ctx, filter)) yield lines.map((one) => cellsOf(ctx, one));
}

const cellsOf = ({ workspace: { timeZone }, language }: ReadingCtx, one: MoneyLine): readonly Cell[] => {
  const amount: Cell = { kopecks: one.amount };
  return [
    { day: dayInZone(one.at, timeZone) ?? '' },
    methodIn(language, one.method),
    one.orderNum,
    one.clientName ?? '',
    ...(one.kind === 'payment' ? [amount, ''] : ['', amount]),
    sourceIn(language, one.source),
  ];
};
