import { type SQL, sql } from 'drizzle-orm';
import { inLine, nextTurn } from '../../base/index.ts';
import { orders, prepared } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { HISTORY_CURSORS } from '../cursor.ts';
import type { Asker } from '../fill-page.ts';
import type { Order } from '../order.ts';
import { spellingsOf } from '../payment-method.ts';
import { skipDays } from './money-days.ts';
import {
  type AskedMoney,
  askMoney,
  kindOf,
  linesIn,
  type MoneyFilter,
  type MoneyKind,
  type MoneyPlace,
  sliceAfter,
} from './money-places.ts';
import { ofThese, partsOf } from './read-orders.ts';

export interface MoneyLine {
  readonly kind: MoneyKind;
  readonly at: number;
  /** The payment method; empty if none was given. */
  readonly method: string;
  readonly source: string;
  /** The amount in kopecks. */
  readonly amount: number;
  readonly orderId: string;
  readonly orderNum: string;
  readonly clientName: string | null;
}

interface MoneyRow extends MoneyPlace, Pick<MoneyLine, 'method' | 'source' | 'amount'> {
  readonly orderSeq: number;
}

function conditionOf({ method, source }: AskedMoney): SQL {
  const ofMethod = method === undefined ? sql`TRUE` : sql`method IN ${spellingsOf(method)}`;
  const ofSource = source === undefined ? sql`TRUE` : sql`source = ${source}`;
  return sql`${ofMethod} AND ${ofSource}`;
}

const LINES = sql`ORDER BY at DESC, sort, seq DESC LIMIT`;

/**
 * Finds the next lines of the list. `end` is the position of the last found line; undefined if no lines follow it. The
 * list is read in slices, and other requests are served between two slices.
 */
async function nextLines(ctx: Ctx, asked: AskedMoney, place: MoneyPlace | undefined, limit: number, asker?: Asker) {
  const db = ctx.storage.read;
  const found: MoneyRow[] = [];
  let after = place;
  do {
    await nextTurn(ctx.workspace.seq);
    after = await skipDays(ctx, asked, after);
    const slice = sliceAfter(db, asked, after);
    // One extra line shows whether the list continues.
    const most = sql`${LINES} ${limit + 1 - found.length}`;
    found.push(...db.all<MoneyRow>(sql`${linesIn(asked, slice, conditionOf(asked), most)} ${most}`));
    after = slice.end;
  } while (after !== undefined && found.length <= limit && asker?.signal.aborted !== true);
  const lines = found.slice(0, limit);
  return { lines: await withOrders(ctx, lines), end: found.length > limit ? lines.at(-1) : undefined };
}

const clientOf = sql<string | number | null>`${orders.client} ->> '$.name'`;
type MoneyOrder = Pick<Order, 'seq' | 'id' | 'num'> & { readonly clientName: string | number | null };
const queries = prepared((db) => ({
  of: db
    .select({ seq: orders.seq, id: orders.id, num: orders.num, clientName: clientOf })
    .from(orders)
    .where(ofThese)
    .prepare(),
}));

/**
 * Adds the order to each line. SQLite parses up to 1 MB of an order to find the client's name. The orders are therefore
 * read in parts, and other requests are served between two parts.
 */
async function withOrders({ storage, workspace }: Ctx, lines: readonly MoneyRow[]): Promise<MoneyLine[]> {
  const places = [...new Set(lines.map(({ orderSeq }) => orderSeq))].map((seq) => ({ seq }));
  const bySeq = new Map<number, MoneyOrder>();
  for (const part of partsOf(storage.read, places)) {
    if (bySeq.size > 0) await nextTurn(workspace.seq);
    const seqs = JSON.stringify(part.map(({ seq }) => seq));
    for (const order of queries(storage.read).of.all({ seqs })) bySeq.set(order.seq, order);
  }
  return lines.flatMap(({ sort, at, method, source, amount, orderSeq }): MoneyLine[] => {
    const order = bySeq.get(orderSeq);
    if (order === undefined) return [];
    const clientName = order.clientName === null ? null : inLine(order.clientName);
    const ofOrder = { orderId: order.id, orderNum: order.num, clientName };
    return [{ kind: kindOf(sort), at, method, source, amount, ...ofOrder }];
  });
}

interface AskedPage {
  readonly filter: MoneyFilter;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly asker: Asker;
}

interface MoneyPage {
  readonly lines: readonly MoneyLine[];
  readonly nextCursor: string | null;
}

/** @throws invalid_cursor */
export async function listMoney(ctx: Ctx, { filter, limit, cursor, asker }: AskedPage): Promise<MoneyPage> {
  const list = { storage: ctx.storage, list: JSON.stringify([ctx.workspace.id, 'money', filter]) };
  const after = cursor === undefined ? undefined : HISTORY_CURSORS.decode(list, cursor);
  const place = after === undefined ? undefined : { at: after.at, sort: after.sort, seq: after.first };
  const { lines, end } = await nextLines(ctx, await askMoney(ctx, filter), place, limit, asker);
  const nextCursor =
    end === undefined ? null : HISTORY_CURSORS.encode(list, { at: end.at, sort: end.sort, first: end.seq, second: 0 });
  return { lines, nextCursor };
}

const AT_ONCE = 50;

export async function* readMoney(ctx: Ctx, filter: MoneyFilter): AsyncGenerator<readonly MoneyLine[], void> {
  const asked = await askMoney(ctx, filter);
  let place: MoneyPlace | undefined;
  do {
    const { lines, end } = await nextLines(ctx, asked, place, AT_ONCE);
    yield lines;
    place = end;
  } while (place !== undefined);
}
