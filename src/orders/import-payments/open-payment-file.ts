import { type ImportedFile, jsonRows, matchOf, readTable, type SentTable } from '../../imports/index.ts';
import { createValues, type OrderValues, type Reader } from '../import-file/values.ts';
import { IMPORT_SOURCE } from '../import-orders.ts';
import { PAYMENT_COLUMNS } from './columns.ts';
import { createOrderFinder } from './find-order.ts';
import type { MoneyOfOrder } from './order-rows.ts';
import { type PaymentOptions, planMoney } from './plan.ts';
import { createMoneyReader } from './read-money.ts';

/** The maximum number of rows that a preview shows with their cells. The preview's counts include all rows. */
const SHOWN_ROWS = 200;
const SHOWN_CHARS = 200;

export async function openPaymentFile(member: Reader, sent: SentTable): Promise<ImportedFile> {
  const ctx = { ...member, source: IMPORT_SOURCE };
  const { workspace, actor, requestId } = ctx;
  let values: OrderValues | undefined;
  const rows: MoneyOfOrder[] = [];
  const find = createOrderFinder(ctx);
  const cells = new Map<number, readonly string[]>();
  const table = await readTable(ctx, {
    ...sent,
    kind: 'payments',
    columns: PAYMENT_COLUMNS,
    read(found) {
      values = createValues(ctx, found.matches);
      const read = createMoneyReader({ ...found, ctx, values });
      return {
        take(row) {
          const named = read(row);
          if (named === undefined) return;
          const { mention, said, ...money } = named;
          const order = find(mention);
          if (typeof order === 'string') {
            found.dropped.add(money.line, null, order, said);
            return;
          }
          rows.push({ ...money, order });
          if (cells.size < SHOWN_ROWS)
            cells.set(
              row.line,
              row.cells.map((cell) => cell.slice(0, SHOWN_CHARS)),
            );
        },
      };
    },
  });
  const { staged, shown, counts, sums, held } = await planMoney(ctx, { rows, cells, dropped: table.dropped });
  const found = values?.found() ?? [];
  return {
    table,
    preview: shown.length > 0 ? shown : table.preview,
    values: found,
    choices: values?.choices ?? {},
    records: staged.length,
    held,
    sums,
    plan: async () => counts,
    begin: ({ staging, id, tell, over = false }) =>
      staging.stage({
        id,
        kind: 'payments',
        workspace,
        actor,
        requestId,
        options: JSON.stringify({ tell, over } satisfies PaymentOptions),
        match: matchOf(table, found),
        rows: jsonRows(staged),
        total: staged.length,
      }),
  };
}
