import { type ImportedFile, matchOf, readTable, type SentTable } from '../../imports/index.ts';
import { IMPORT_SOURCE, importOrders, previewImport } from '../import-orders.ts';
import type { ImportedOrder } from '../staged-order.ts';
import { ORDER_COLUMNS } from './columns.ts';
import { createGroups } from './groups.ts';
import { readOrder } from './read-order.ts';
import { createValues, type OrderValues, type Reader } from './values.ts';

interface OrderFile extends ImportedFile {
  readonly orders: readonly ImportedOrder[];
}

export async function openOrderFile(member: Reader, sent: SentTable): Promise<OrderFile> {
  const ctx = { ...member, source: IMPORT_SOURCE };
  let values: OrderValues | undefined;
  const orders: ImportedOrder[] = [];
  const table = await readTable(ctx, {
    ...sent,
    kind: 'orders',
    columns: ORDER_COLUMNS,
    read: (found) => {
      values = createValues(ctx, found.matches);
      const reading = { ...found, ctx, values };
      return createGroups(reading, function* (group) {
        const order = yield* readOrder(reading, group);
        if (order !== undefined) orders.push(order);
      });
    },
  });
  const found = values?.found() ?? [];
  return {
    table,
    values: found,
    choices: values?.choices ?? {},
    preview: table.preview,
    orders,
    records: orders.length,
    plan: async () => ({ ...(await previewImport(ctx, orders)) }),
    begin: ({ staging, ...wish }) =>
      importOrders({ ...ctx, staging }, { ...wish, match: matchOf(table, found), orders }),
  };
}
