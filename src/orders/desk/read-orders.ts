import { and, inArray, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { isStepOver, isUuid, nextTurn, stepParts } from '../../base/index.ts';
import { type Db, given, orders, prepared, withinWorkspace } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import type { Position } from '../cursor.ts';
import type { Asker } from '../fill-page.ts';
import { type Order, TEXT_BYTES } from '../order.ts';
import { bytesOf } from '../text-bytes.ts';

type Place = Pick<Position, 'seq'>;

/** The bytes of the delivery and the text columns before it, which SQLite must read to reach the delivery. */
export const DELIVERY_BYTES = bytesOf(orders.searchText, orders.client, orders.recipient, orders.delivery);

export const ofThese = sql`${orders.seq} IN (SELECT value FROM json_each(${given('seqs')}))`;
const queries = prepared((db) => ({
  whole: db.select().from(orders).where(ofThese).prepare(),
  weights: db
    .select({ seq: orders.seq, bytes: sql<number>`${TEXT_BYTES}` })
    .from(orders)
    .where(ofThese)
    .prepare(),
}));

/** The orders are in the sequence of `places`. */
export function readOrders(db: Db, places: readonly Place[]): Order[] {
  if (places.length === 0) return [];
  const rows = queries(db).whole.all({ seqs: JSON.stringify(places.map(({ seq }) => seq)) });
  const bySeq = new Map(rows.map((order) => [order.seq, order]));
  return places.map(({ seq }) => bySeq.get(seq)).filter((order) => order !== undefined);
}

/** Splits a list of orders into parts that one step can read. One order may take 2 MB, so their size counts. */
export function partsOf(db: Db, places: readonly Place[], largest = Infinity): Generator<readonly Place[], void> {
  const weights = queries(db).weights.all({ seqs: JSON.stringify(places.map(({ seq }) => seq)) });
  const bytesOf = new Map(weights.map(({ seq, bytes }) => [seq, bytes]));
  const weightOf = ({ seq }: Place): number => bytesOf.get(seq) ?? 0;
  return stepParts(
    places.filter((place) => weightOf(place) <= largest),
    weightOf,
  );
}

export function* readParts({ storage }: Pick<Ctx, 'storage'>, places: readonly Place[]): Generator<Order[], void> {
  for (const part of partsOf(storage.read, places)) yield readOrders(storage.read, part);
}

interface ShapedOrders<Row> {
  readonly places: readonly Place[];
  readonly shape: (order: Order) => Row;
  /** The limit on the bytes of an order's texts. Larger orders are left out. */
  readonly largest?: number;
  readonly asker?: Asker;
}

/**
 * Reads the orders at `places` in steps. Returns the results of `shape`, in the sequence of `places`. Serves other
 * requests between steps. Stops when the caller disconnects.
 */
export async function shapeOrders<Row>(
  ctx: Pick<Ctx, 'storage' | 'workspace'>,
  { places, shape, largest, asker }: ShapedOrders<Row>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const part of partsOf(ctx.storage.read, places, largest)) {
    if (rows.length > 0) await nextTurn(ctx.workspace.seq);
    if (asker?.signal.aborted === true) return rows;
    for (const order of readOrders(ctx.storage.read, part)) {
      // JSON with long numbers takes ten times as long to parse. So a single order may use up the time of a step.
      if (isStepOver()) await nextTurn(ctx.workspace.seq);
      rows.push(shape(order));
    }
  }
  return rows;
}

export const NEWEST_LOOKED_AT = 200;

interface NumberQuery {
  readonly workspaceSeq: number | SQL;
  readonly num: string | Placeholder;
}

/** Matches the newest `NEWEST_LOOKED_AT` orders with the number. One number may have a hundred thousand orders. */
export const newestOfNumber = ({ workspaceSeq, num }: NumberQuery): SQL =>
  sql`${orders.seq} IN (SELECT seq FROM orders WHERE workspace_seq = ${workspaceSeq} AND num = ${num}
    ORDER BY created_at DESC, seq DESC LIMIT ${sql.raw(String(NEWEST_LOOKED_AT))})`;

interface OrderSelection<Row> {
  readonly ids: readonly string[];
  readonly shape: (order: Order) => Row;
  readonly asker: Asker;
}

/** Finds orders by id and makes a row of each, unsorted. Deleted orders and those of other workspaces are left out. */
export async function findDeskOrders<Row>(ctx: Ctx, { ids, ...making }: OrderSelection<Row>): Promise<Row[]> {
  const known = ids.filter(isUuid);
  if (known.length === 0) return [];
  const places = ctx.storage.read
    .select({ seq: orders.seq })
    .from(orders)
    .where(
      and(inArray(orders.id, known), withinWorkspace(orders.workspaceSeq, ctx.workspace.seq), isNull(orders.deletedAt)),
    )
    .all();
  return shapeOrders(ctx, { places, ...making });
}
