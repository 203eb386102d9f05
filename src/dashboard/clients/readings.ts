import { getClient, listClients } from '../../clients/index.ts';
import { listSchedulesOf, listStatuses, shopTime } from '../../orders/index.ts';
import { type Reading, shown } from '../desk/index.ts';
import { owedQuery } from '../orders/filter.ts';
import { rowsAt, shapeScheduled } from '../orders/shape.ts';
import { Client, type ClientAnswer, ClientListAnswer } from './answers.ts';

const PAGE = 50;
const ORDERS = 20;

export const readClients: Reading<
  { readonly text: string | undefined; readonly few: boolean; readonly cursor?: string | undefined },
  (typeof ClientListAnswer)['static']
> = {
  name: 'clients',
  async read(ctx, asked) {
    return shown(ClientListAnswer.data, await listClients(ctx, { ...asked, limit: PAGE }));
  },
};

/**
 * Reads a client's page. The page needs up to a hundred orders of up to a megabyte each, so another thread reads it.
 */
export const readClient: Reading<
  { readonly id: string; readonly cursor?: string | undefined },
  (typeof ClientAnswer)['static']
> = {
  name: 'client',
  async read(ctx, { id, cursor }) {
    const found = await getClient(ctx, { id, limit: ORDERS, cursor, shape: rowsAt(ctx) });
    const { page, nextCursor, behind, scheduled, ...client } = found;
    const { today } = shopTime(ctx.nowMs, ctx.workspace.timeZone);
    const again = await listSchedulesOf(ctx, { seqs: scheduled, today, shape: rowsAt(ctx) });
    const statuses = listStatuses(ctx.storage.read, ctx.workspace.seq, ctx.language);
    return {
      client: shown(Client, client),
      orders: page,
      again: again.map(shapeScheduled),
      nextCursor,
      behind,
      statuses,
      owing: owedQuery(statuses),
    };
  },
};
