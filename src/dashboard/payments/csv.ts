import { dayInZone, type Language } from '../../base/index.ts';
import { type MoneyLine, readMoney } from '../../orders/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { CSV_BOM, csvLine, type TextReading } from '../desk/index.ts';
import { amountIn, sourceIn } from '../orders/csv.ts';
import { moneyFilterIn } from './filter.ts';

/** What a bookkeeper takes home: a line for each payment and for each refund. */
const HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  en: ['Date', 'Method', 'Order', 'Client', 'Amount', 'Refund', 'Source'],
  ru: ['Дата', 'Способ', 'Заказ', 'Клиент', 'Сумма', 'Возврат', 'Источник'],
};

export const tableOfPayments: TextReading<{ readonly filter?: string | undefined }> = {
  name: 'table of payments',
  texts: (ctx, { filter }) => csvOf(ctx, moneyFilterIn(ctx, filter).filter, ctx.language),
};

async function* csvOf(
  ctx: Ctx,
  filter: Parameters<typeof readMoney>[1],
  language: Language,
): AsyncGenerator<string, void> {
  yield `${CSV_BOM}${csvLine(language, HEADINGS[language])}`;
  for await (const lines of readMoney(ctx, filter)) yield lines.map((one) => line(ctx, one, language)).join('');
}

function line({ workspace: { timeZone } }: Ctx, one: MoneyLine, language: Language): string {
  const amount = amountIn(language)(one.amount);
  return csvLine(language, [
    dayInZone(one.at, timeZone) ?? '',
    one.method,
    one.orderNum,
    one.clientName ?? '',
    ...(one.kind === 'payment' ? [amount, ''] : ['', amount]),
    sourceIn(language, one.source),
  ]);
}
