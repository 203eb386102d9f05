import { dayInZone, inLine, isJsonObject, type JsonObject, parseMembers } from '../base/index.ts';
import { cancelledStatuses, type Order, shapeOrders } from '../orders/index.ts';
import { clientIdIn, type Db } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import { findWhole } from './find-client.ts';
import { type IndexedClient, indexedByKeys, type Sums, sumsOf } from './index-queries.ts';
import type { Group } from './kept.ts';

export interface ClientSummary {
  readonly id: string;
  /** The name stored for the client. If there is none, the name in the client's last order. */
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly orders: number;
  /** The amount paid and not refunded, in kopecks. `owed` is due on orders that are not canceled, in kopecks. */
  readonly paid: number;
  readonly owed: number;
  readonly last: LastOrder | null;
}

interface LastOrder {
  readonly id: string;
  readonly num: string;
  /**
   * The day when the order was created, or the order's own date if that is earlier, as for imported orders. YYYY-MM-DD.
   */
  readonly date: string;
}

export interface ClientPlace {
  readonly group: Group;
  /** The client keys of the group that have orders in the search index. */
  readonly indexed: readonly IndexedClient[];
}

/**
 * Parses an order's part, such as its client; empty if there is none. Callers may use only the members in `names`,
 * because others may be missing.
 */
export const partOf = (json: string | null, names: readonly string[]): JsonObject => {
  const value = json === null ? null : parseMembers(json, names);
  return value !== null && isJsonObject(value) ? value : {};
};
export const textOf = (part: JsonObject, field: string): string => inLine(part[field]).trim();

/** Looks up which client keys of each group have orders. @param index the search index */
export const placed = (ctx: ReadCtx, index: Db, groups: readonly Group[]): ClientPlace[] => {
  const keys = groups.flatMap((group) => group.keys);
  const found = new Map(indexedByKeys(ctx, index, keys).map((one) => [one.key, one]));
  return groups.map((group) => ({
    group,
    indexed: group.keys.flatMap((key) => found.get(key) ?? []),
  }));
};

export const lastOf = (indexed: readonly IndexedClient[]): IndexedClient | undefined =>
  indexed.filter(({ lastSeq }) => lastSeq !== null).toSorted((a, b) => (b.lastSeq ?? 0) - (a.lastSeq ?? 0))[0];

export const CLIENT_TEXTS = ['name', 'phone', 'email'];

const lastOrderIn = (timeZone: string) => (order: Order) => {
  const { seq, id, num, createdAt, client } = order;
  const [date = order.date] = [dayInZone(createdAt, timeZone) ?? order.date, order.date].toSorted();
  const part = partOf(client, CLIENT_TEXTS);
  const said = { name: textOf(part, 'name'), phone: textOf(part, 'phone'), email: textOf(part, 'email') };
  return [seq, { order: { id, num, date }, said }] as const;
};

/** Reads the summaries of clients. Other requests run meanwhile, because each client's last order may be large. */
export async function summarize(ctx: ReadCtx, all: readonly ClientPlace[]): Promise<ClientSummary[]> {
  const keys = all.flatMap(({ indexed }) => indexed.map(({ seq }) => seq));
  const found = ctx.storage.search.ask((index) => sumsOf(index, ctx.workspace.seq, keys)) ?? [];
  const sums = Map.groupBy(found, ({ clientSeq }) => clientSeq);
  const cancelled = new Set(cancelledStatuses(ctx.storage.read, ctx.workspace.seq));
  const places = all.flatMap(({ indexed }) => ({ seq: lastOf(indexed)?.lastSeq ?? 0 }));
  const lasts = new Map(await shapeOrders(ctx, { places, shape: lastOrderIn(ctx.workspace.timeZone) }));
  return all.map(({ group: { root, keys }, indexed }) => {
    const { order: last = null, said } = lasts.get(lastOf(indexed)?.lastSeq ?? 0) ?? {};
    return {
      id: root?.id ?? clientIdIn(ctx.storage.read, ctx.workspace.seq, keys[0] ?? ''),
      name: root?.name || said?.name || '',
      phone: said?.phone || root?.phone || phoneOf(keys),
      // A stored e-mail was entered on purpose in a file, so it takes precedence over an order's e-mail.
      email: root?.email || said?.email || emailOf(keys),
      ...added(
        indexed.flatMap(({ seq }) => sums.get(seq) ?? []),
        cancelled,
      ),
      last,
    };
  });
}

/** Returns the name of a client; without a name, the phone or e-mail. Null if there is no such client. */
export async function titleOfClient(ctx: ReadCtx, id: string): Promise<string | null> {
  const group = findWhole(ctx, id);
  const found = group && ctx.storage.search.ask((index) => placed(ctx, index, [group]));
  const [client] = await summarize(ctx, found ?? []);
  return client === undefined ? null : client.name || client.phone || client.email;
}

const ofLetter = (letter: string, keys: readonly string[]): string =>
  keys.find((key) => key.startsWith(letter))?.slice(1) ?? '';
const phoneOf = (keys: readonly string[]): string => ofLetter('p', keys);
const emailOf = (keys: readonly string[]): string => ofLetter('e', keys);

function added(sums: readonly Sums[], cancelled: ReadonlySet<string>) {
  let [orders, paid, owed] = [0, 0, 0];
  for (const sum of sums) {
    orders += sum.orders;
    paid += sum.paid;
    if (!cancelled.has(sum.statusId)) owed += sum.owed;
  }
  return { orders, paid, owed };
}
