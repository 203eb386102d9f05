import { type ImportedFile, matchOf, readTable, type SentTable } from '../../imports/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { IMPORT_SOURCE, importOrders, previewImport } from '../import-orders.ts';
import type { ImportedOrder } from '../staged-order.ts';
import { listStatuses } from '../statuses.ts';
import { ORDER_COLUMNS } from './columns.ts';
import { createGroups } from './groups.ts';
import { foldName, readOrder } from './read-order.ts';

/** The built-in statuses in the language of either export. */
const BUILT_IN: Readonly<Record<string, string>> = {
  новый: 'status-new',
  'в работе': 'status-in-progress',
  закрыт: 'status-closed',
  отменен: 'status-cancelled',
};

function statusesOf(ctx: Ctx): ReadonlyMap<string, string> {
  const active = listStatuses(ctx.storage.read, ctx.workspace.seq).filter((status) => status.active);
  const ids = new Set(active.map(({ id }) => id));
  return new Map([
    ...Object.entries(BUILT_IN).filter(([, id]) => ids.has(id)),
    ...active.map(({ id, name }) => [foldName(name), id] as const),
    ...active.map(({ id }) => [foldName(id), id] as const),
  ]);
}

interface OrderFile extends ImportedFile {
  readonly orders: readonly ImportedOrder[];
}

/** Reads a table of orders. */
export async function openOrderFile(member: Ctx, sent: SentTable): Promise<OrderFile> {
  const ctx = { ...member, source: IMPORT_SOURCE };
  const statuses = statusesOf(ctx);
  const orders: ImportedOrder[] = [];
  const table = await readTable(ctx, {
    ...sent,
    kind: 'orders',
    columns: ORDER_COLUMNS,
    read: (found) => {
      const reading = { ...found, ctx, statuses };
      return createGroups(reading, (group) => {
        const order = readOrder(reading, group);
        if (order !== undefined) orders.push(order);
      });
    },
  });
  return {
    table,
    preview: table.preview,
    orders,
    records: orders.length,
    plan: async () => ({ ...(await previewImport(ctx, orders)) }),
    begin: ({ staging, ...wish }) => importOrders({ ...ctx, staging }, { ...wish, match: matchOf(table), orders }),
  };
}
