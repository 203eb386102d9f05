import { AppError, nextTurn, parseStored } from '../base/index.ts';
import {
  newestOrders,
  type Order,
  ordersAmong,
  type Product,
  scheduledOf,
  scheduledOrders,
  shapeOrders,
} from '../orders/index.ts';
import { clientKeys, type Db, findPlace, hidePlace } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import { caughtUp } from './caught-up.ts';
import { keyOf, noClient, wholeOf } from './find-client.ts';
import { indexedByEmail, indexedByKeys } from './index-queries.ts';
import { type ClientDate, datesOf, type Group, groupsOf, type KeptClient } from './kept.ts';
import { type ClientPlace, type ClientSummary, partOf, placed, summarize, textOf } from './summaries.ts';

interface Client<Row> extends ClientSummary {
  /** The name that the shop stored for this client; empty if there is none. Names in orders do not count. */
  readonly givenName: string;
  readonly note: string;
  readonly dates: readonly ClientDate[];
  /** The version of the stored client; 0 if nothing is stored. */
  readonly version: number;
  /** The addresses kept with the client, one on each line. */
  readonly ownAddresses: string;
  /** Addresses from orders, newest first, followed by those kept with the client. */
  readonly addresses: readonly Address[];
  /** The client's goods, the most frequent first. */
  readonly goods: readonly Goods[];
  readonly merged: readonly MergedClient[];
  /**
   * The phone and e-mail of the client itself, then those of each merged client. A search for a person's data takes
   * only one phone and one e-mail, so each contact needs its own search.
   */
  readonly contacts: readonly Contact[];
  /** Other clients who share an e-mail with this one. */
  readonly alike: readonly ClientSummary[];
  /** One page of the client's orders, newest first. */
  readonly page: readonly Row[];
  readonly nextCursor: string | null;
  /** The seqs of the client's repeating orders, the soonest first. */
  readonly scheduled: readonly number[];
  readonly behind: number;
}

interface Address {
  readonly address: string;
  readonly flat: string;
}

interface Goods {
  readonly name: string;
  readonly orders: number;
}

type Contact = Pick<ClientSummary, 'phone' | 'email'>;

interface MergedClient extends Pick<ClientSummary, 'id' | 'name' | 'phone' | 'email' | 'orders'> {
  readonly note: string;
  readonly dates: readonly ClientDate[];
}

/** The number of newest orders from which addresses and goods are taken. */
const LOOKED_AT = 100;
/**
 * The limit on the bytes of an order's texts. The client's addresses and goods are not taken from a larger order. An
 * order may have 1 MB of texts, and parsing a hundred such orders takes a second.
 */
const LARGEST = 32_768;
const ADDRESSES = 5;
const SCHEDULED = 50;
/**
 * The maximum number of a client's orders to look up one by one. If the client has more, all repeating orders of the
 * shop are searched instead.
 */
const FEW = 1_000;
const GOODS = 8;
const ALIKE = 5;

interface ClientQuery<Row> {
  readonly id: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly shape: (order: Order) => Row;
}

/** @throws not_found, invalid_cursor */
export async function getClient<Row>(
  ctx: ReadCtx,
  { id, limit, cursor, shape }: ClientQuery<Row>,
): Promise<Client<Row>> {
  const behind = await caughtUp(ctx);
  const { storage, workspace } = ctx;
  const before = placeOf(ctx, cursor);
  const group = wholeOf(storage.read, workspace.seq, keyOf(ctx, id));
  const found = storage.search.ask((index) => findPlaces(ctx, index, group, { before, limit }));
  const [summary] = await summarize(ctx, found?.placed ?? []);
  if (found === undefined || summary === undefined) throw noClient();
  const newest = await liveOnes(ctx, found.newest.slice(0, LOOKED_AT), wordsOf, LARGEST);
  return {
    ...summary,
    addresses: addressesOf(newest, group),
    goods: goodsOf(newest),
    ...(await partsOf(ctx, group, found.parts)),
    alike: await alikeOf(ctx, group, newest),
    page: await liveOnes(ctx, found.page, shape),
    scheduled: await scheduledAmong(ctx, found),
    // The next page begins after the order `found.end`, even if that order is deleted and therefore not shown.
    nextCursor: found.end === undefined ? null : hidePlace(storage, [found.end], listOf(ctx)),
    ...keptOf(storage.read, group.root),
    behind,
  };
}

const listOf = ({ workspace }: ReadCtx): string => JSON.stringify([workspace.id, 'orders of a client']);

function placeOf(ctx: ReadCtx, cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  const [before] = findPlace(ctx.storage, cursor, listOf(ctx), 1) ?? [];
  if (before === undefined) throw new AppError({ rule: 'list_cursor' });
  return before;
}

const keptOf = (db: Db, root: KeptClient | undefined) => ({
  givenName: root?.name ?? '',
  note: root?.note ?? '',
  ownAddresses: root?.addresses ?? '',
  dates: root === undefined ? [] : datesOf(db, root),
  version: root?.version ?? 0,
});

function findPlaces(
  ctx: ReadCtx,
  index: Db,
  group: Group,
  { before, limit }: { readonly before: number; readonly limit: number },
) {
  const all = placed(ctx, index, [group]);
  const seqs = all.flatMap(({ indexed }) => indexed.map(({ seq }) => seq));
  const found = newestOrders(index, seqs, { before, limit: limit + 1 });
  const page = found.slice(0, limit);
  return {
    placed: all,
    parts: placed(ctx, index, singlesOf(group)),
    newest: newestOrders(index, seqs, { before: Number.MAX_SAFE_INTEGER, limit: FEW + 1 }),
    page,
    seqs,
    end: found.length > limit ? page.at(-1) : undefined,
  };
}

/**
 * Finds the client's repeating orders. For a client with many orders, all repeating orders of the shop are looked
 * through. There may be a hundred thousand, so other requests are served meanwhile.
 */
async function scheduledAmong(
  ctx: ReadCtx,
  { newest, seqs }: { readonly newest: readonly number[]; readonly seqs: readonly number[] },
): Promise<readonly number[]> {
  if (newest.length <= FEW) return scheduledOf(ctx.storage.read, newest, SCHEDULED);
  const found: number[] = [];
  for (const some of scheduledOrders(ctx)) {
    found.push(...(ctx.storage.search.ask((index) => ordersAmong(index, seqs, some)) ?? []));
    if (found.length >= SCHEDULED) break;
    await nextTurn(ctx.workspace.seq);
  }
  return found.slice(0, SCHEDULED);
}

/** Shapes the orders that are not deleted, and keeps the sequence of `seqs`. Other requests are served meanwhile. */
async function liveOnes<Row>(
  ctx: ReadCtx,
  seqs: readonly number[],
  shape: (order: Order) => Row,
  largest?: number,
): Promise<Row[]> {
  const rows = await shapeOrders(ctx, {
    places: seqs.map((seq) => ({ seq })),
    ...(largest !== undefined && { largest }),
    shape: (order) => (order.deletedAt === null ? [shape(order)] : []),
  });
  return rows.flat();
}

interface OrderWords extends Address {
  readonly email: string | undefined;
  readonly names: readonly string[];
}

function wordsOf({ client, delivery, products }: Order): OrderWords {
  const part = partOf(delivery, ['adress', 'flat']);
  const names = parseStored<readonly Product[]>(products).map(({ name }) => name.trim());
  return {
    address: textOf(part, 'adress'),
    flat: textOf(part, 'flat'),
    email: clientKeys(client)?.email,
    names: [...new Set(names)],
  };
}

function addressesOf(newest: readonly OrderWords[], { root, merged }: Group): Address[] {
  const found = newest
    .filter(({ address }) => address !== '')
    .map(({ address, flat }): [string, Address] => [`${address}\n${flat}`, { address, flat }]);
  const ordered = [...new Map(found.toReversed()).values()].toReversed().slice(0, ADDRESSES);
  const known = new Set(ordered.map(({ address }) => address));
  const own = new Set([root, ...merged].flatMap((one) => one?.addresses.split('\n') ?? []));
  const lines = [...own].filter((line) => line !== '' && !known.has(line));
  return [...ordered, ...lines.map((address) => ({ address, flat: '' }))];
}

function goodsOf(newest: readonly OrderWords[]): Goods[] {
  const counts = new Map<string, number>();
  for (const { names } of newest) for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, orders]) => ({ name, orders }))
    .toSorted((a, b) => b.orders - a.orders)
    .slice(0, GOODS);
}

function singlesOf({ root, merged, keys }: Group): Group[] {
  const own: Group = { root, merged: [], keys: root === undefined ? keys : [root.key] };
  return [own, ...merged.map((one): Group => ({ root: one, merged: [], keys: [one.key] }))];
}

async function partsOf(ctx: ReadCtx, { merged }: Group, parts: readonly ClientPlace[]) {
  const all = await summarize(ctx, parts);
  return {
    contacts: all.map(({ phone, email }): Contact => ({ phone, email })),
    merged: all.slice(1).map((summary, at): MergedClient => {
      const { note = '', seq = 0 } = merged[at] ?? {};
      return { ...summary, note, dates: datesOf(ctx.storage.read, { seq, workspaceSeq: ctx.workspace.seq }) };
    }),
  };
}

async function alikeOf(ctx: ReadCtx, { keys }: Group, newest: readonly OrderWords[]): Promise<ClientSummary[]> {
  const { storage, workspace } = ctx;
  const emails = new Set(newest.flatMap(({ email }) => email ?? []));
  const few = [...emails].slice(0, ALIKE);
  const found = storage.search.ask((index) => {
    const indexed = [
      ...few.flatMap((email) => indexedByEmail(index, workspace.seq, email)),
      ...indexedByKeys(
        ctx,
        index,
        few.map((email) => `e${email}`),
      ),
    ];
    const others = [...new Set(indexed.filter(({ lastSeq }) => lastSeq !== null).map(({ key }) => key))].filter(
      (key) => !keys.includes(key),
    );
    return placed(ctx, index, groupsOf(storage.read, workspace.seq, others.slice(0, ALIKE)));
  });
  return summarize(ctx, found ?? []);
}
