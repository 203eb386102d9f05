import { dayInZone, type Language } from '../../base/index.ts';
import { type MoneyLine, readMoney } from '../../orders/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { type Cell, type TableFormat, type TextReading, tableFile } from '../desk/index.ts';
import { sourceIn } from '../orders/csv.ts';
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
  texts(ctx, { filter, format }) {
    const { line, of } = tableFile(ctx.language, format);
    return of(linesOf(ctx, moneyFilterIn(ctx, filter).filter, ctx.language, line));
  },
};

async function* linesOf(
  ctx: Ctx,
  filter: Parameters<typeof readMoney>[1],
  language: Language,
  line: (cells: readonly Cell[]) => string,
): AsyncGenerator<string, void> {
  yield line(HEADINGS[language]);
  for await (const lines of readMoney(ctx, filter)) {
    yield lines.map((one) => line(cellsOf(ctx, one, language))).join('');
  }
}

const cellsOf = ({ workspace: { timeZone } }: Ctx, one: MoneyLine, language: Language): readonly Cell[] => {
  const amount: Cell = { kopecks: one.amount };
  return [
    { day: dayInZone(one.at, timeZone) ?? '' },
    one.method,
    one.orderNum,
    one.clientName ?? '',
    ...(one.kind === 'payment' ? [amount, ''] : ['', amount]),
    sourceIn(language, one.source),
  ];
};
