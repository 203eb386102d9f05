import { inArray } from 'drizzle-orm';
import { parseStored } from '../base/index.ts';
import type { Order, Product } from '../orders/index.ts';
import { clientKeys, type Db, orders } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import { caughtUp } from './caught-up.ts';
import { keyOf, noClient, wholeOf } from './find-client.ts';
import { indexedByEmail, indexedByKeys, newestOrders } from './index-queries.ts';
import { type ClientDate, datesOf, type Group, groupsOf, type Kept } from './kept.ts';
import { type ClientSummary, partOf, placed, summarize, textOf } from './summaries.ts';

/** All that a client's page shows. */
interface Client extends ClientSummary {
  /** The name that was given; empty: none was. */
  readonly givenName: string;
  readonly note: string;
  readonly dates: readonly ClientDate[];
  /** The version of what is kept; 0: nothing is. */
  readonly version: number;
  /** The addresses of the last orders, the newest first. */
  readonly addresses: readonly Address[];
  /** Their goods, the most frequent first. */
  readonly goods: readonly Goods[];
  readonly merged: readonly MergedClient[];
  /** Phone and e-mail of the client alone, then of each that was merged: their data is asked for one by one. */
  readonly contacts: readonly Contact[];
  /** Others that share an e-mail with them. */
  readonly alike: readonly ClientSummary[];
  /** One page, newest first. */
  readonly page: readonly Order[];
  readonly nextCursor: string | null;
  readonly behind: number;
}

interface Address {
  readonly address: string;
  readonly flat: string;
}

interface Goods {
  readonly name: string;
  /** The number of orders that had it. */
  readonly orders: number;
}

type Contact = Pick<ClientSummary, 'phone' | 'email'>;

interface MergedClient extends Pick<ClientSummary, 'id' | 'name' | 'phone' | 'email' | 'orders'> {
  readonly note: string;
  readonly dates: readonly ClientDate[];
}

/** The newest orders, out of which addresses and goods are told. */
const LOOKED_AT = 100;
const ADDRESSES = 5;
const GOODS = 8;
const ALIKE = 5;

interface ClientQuery {
  readonly id: string;
  readonly limit: number;
  /** The seq that the page before ended with, as its answer had it. */
  readonly cursor?: string | undefined;
}

/** @throws not_found */
export async function getClient(ctx: ReadCtx, { id, limit, cursor }: ClientQuery): Promise<Client> {
  const behind = await caughtUp(ctx);
  const { storage, workspace } = ctx;
  const group = wholeOf(storage.read, workspace.seq, keyOf(ctx, id));
  const found = storage.search.ask((index) => tellOf(ctx, index, group, { limit, cursor }));
  if (found === undefined) throw noClient();
  return { ...found, ...keptOf(storage.read, group.root), behind };
}

const keptOf = (db: Db, root: Kept | undefined) => ({
  givenName: root?.name ?? '',
  note: root?.note ?? '',
  dates: root === undefined ? [] : datesOf(db, root.seq),
  version: root?.version ?? 0,
});

function tellOf(ctx: ReadCtx, index: Db, group: Group, { limit, cursor }: Omit<ClientQuery, 'id'>) {
  const all = placed(ctx, index, [group]);
  const [summary] = summarize(ctx, index, all);
  if (summary === undefined) throw noClient();
  const seqs = all.flatMap(({ indexed }) => indexed.map(({ seq }) => seq));
  const before = Number(/^\d{1,15}$/.exec(cursor ?? '')?.[0] ?? Number.MAX_SAFE_INTEGER);
  const newest = ordersOf(ctx, newestOrders(index, seqs, Number.MAX_SAFE_INTEGER, LOOKED_AT));
  const found = newestOrders(index, seqs, before, limit + 1);
  const shown = found.slice(0, limit);
  return {
    ...summary,
    addresses: addressesOf(newest),
    goods: goodsOf(newest),
    ...partsOf(ctx, index, group),
    alike: alikeOf(ctx, index, group, newest),
    page: ordersOf(ctx, shown),
    // One that was deleted since the index saw it is in no page, but the next begins behind it.
    nextCursor: found.length > limit ? String(shown.at(-1)) : null,
  };
}

/** Live ones, newest first. */
const ordersOf = ({ storage }: ReadCtx, seqs: readonly number[]): Order[] =>
  storage.read
    .select()
    .from(orders)
    .where(inArray(orders.seq, [...seqs]))
    .all()
    .filter(({ deletedAt }) => deletedAt === null)
    .toSorted((a, b) => b.seq - a.seq);

function addressesOf(newest: readonly Order[]): Address[] {
  const found = newest.flatMap(({ delivery }): [string, Address][] => {
    const part = partOf(delivery);
    const [address, flat] = [textOf(part, 'adress'), textOf(part, 'flat')];
    return address === '' ? [] : [[`${address}\n${flat}`, { address, flat }]];
  });
  return [...new Map(found.toReversed()).values()].toReversed().slice(0, ADDRESSES);
}

function goodsOf(newest: readonly Order[]): Goods[] {
  const counts = new Map<string, number>();
  for (const { products } of newest) {
    const names = new Set(parseStored<readonly Product[]>(products).map(({ name }) => name.trim()));
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, orders]) => ({ name, orders }))
    .toSorted((a, b) => b.orders - a.orders)
    .slice(0, GOODS);
}

/** The client as if nobody had been merged, and each of those who were. */
function partsOf(ctx: ReadCtx, index: Db, { root, merged, keys }: Group) {
  const own: Group = { root, merged: [], keys: root === undefined ? keys : [root.key] };
  const others = merged.map((one): Group => ({ root: one, merged: [], keys: [one.key] }));
  const all = summarize(ctx, index, placed(ctx, index, [own, ...others]));
  return {
    contacts: all.map(({ phone, email }): Contact => ({ phone, email })),
    merged: all.slice(1).map((summary, at): MergedClient => {
      const { note = '', seq = 0 } = merged[at] ?? {};
      return { ...summary, note, dates: datesOf(ctx.storage.read, seq) };
    }),
  };
}

/** Clients of other keys that have ordered with an e-mail of this one's orders. */
function alikeOf(ctx: ReadCtx, index: Db, { keys }: Group, newest: readonly Order[]): ClientSummary[] {
  const { storage, workspace } = ctx;
  const emails = new Set(newest.flatMap(({ client }) => clientKeys(client)?.email ?? []));
  const few = [...emails].slice(0, ALIKE);
  const found = [
    ...few.flatMap((email) => indexedByEmail(index, workspace.seq, email)),
    ...indexedByKeys(
      index,
      workspace.seq,
      few.map((email) => `e${email}`),
    ),
  ];
  const others = [...new Set(found.filter(({ lastSeq }) => lastSeq !== null).map(({ key }) => key))].filter(
    (key) => !keys.includes(key),
  );
  const groups = groupsOf(storage.read, workspace.seq, others.slice(0, ALIKE));
  return summarize(ctx, index, placed(ctx, index, groups));
}
