import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { bytesToUuid } from '../../../src/base/index.ts';
import { enterDesk } from '../desk.ts';
import type { Running, Shop } from '../processes.ts';
import type { FilledShop } from './fill-shop.ts';
import { calmDay, clientOf, dayOf, HOTEL, OLD, OLD_ORDERS } from './tell-order.ts';

export interface Target extends FilledShop {
  readonly server: Running;
  readonly dataDir: string;
  readonly orders: number;
  readonly key: string;
  readonly cookie: string;
  /** The base path of the workspace on the dashboard. */
  readonly desk: string;
  /** Ids of closed orders that are not deleted, spread over the year. */
  readonly ids: readonly string[];
  readonly today: string;
  readonly calm: string;
  readonly eventId: string;
  readonly inquiryId: string;
  /** The product with the most movements. */
  readonly productId: string;
  readonly oldKey: string;
  /** The id of a client who placed a hundredth of all orders. */
  readonly hotelId: string;
  /** The id of a client with two or three orders. */
  readonly clientId: string;
  readonly stocktakeId: string;
}

const IDS = 500;

export async function openTarget(shop: Shop, dataDir: string, filled: FilledShop, server: Running): Promise<Target> {
  const { orders, endMs } = filled.cast;
  using client = new Database(join(dataDir, 'docket.db'), { readonly: true });
  const idsOf = (sql: string): string[] =>
    client
      .query<{ id: Uint8Array }, []>(sql)
      .all()
      .map(({ id }) => bytesToUuid(id));
  const one = (sql: string): string => idsOf(`${sql} LIMIT 1`)[0] ?? '';
  const every = Math.max(1, Math.floor(orders / IDS / 2));
  const seqs = Array.from({ length: 2 * IDS }, (_, at) => 1 + at * every);
  const { cookie, base } = await enterDesk(server.url, shop);
  const clientOfPhone = async (phone: string): Promise<string> => {
    const found = await fetch(`${base}/clients?q=${encodeURIComponent(phone)}`, { headers: { cookie } });
    const { data } = (await found.json()) as { data: { clients: { id: string }[] } };
    return data.clients[0]?.id ?? '';
  };
  return {
    ...filled,
    server,
    dataDir,
    orders,
    key: shop.key,
    cookie,
    desk: new URL(base).pathname,
    ids: idsOf(
      `SELECT id FROM orders WHERE seq IN (${seqs.join(', ')}) AND deleted_at IS NULL AND status_id = 'status-closed'`,
    ),
    today: dayOf(endMs),
    calm: calmDay(endMs),
    oldKey: OLD.keyId,
    eventId: one('SELECT id FROM events WHERE seq = 51'),
    inquiryId: one('SELECT id FROM inquiries WHERE seq = 1'),
    stocktakeId: one('SELECT id FROM stocktakes WHERE seq = 1'),
    hotelId: await clientOfPhone(HOTEL),
    clientId: await clientOfPhone(clientOf(filled.cast, OLD_ORDERS).phone),
    productId: one('SELECT id FROM products WHERE seq = 1'),
  };
}
