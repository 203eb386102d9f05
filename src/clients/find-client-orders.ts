import { and, gt, inArray, lte, max, sql } from 'drizzle-orm';
import { nextTurn } from '../base/index.ts';
import {
  CLIENT_PART,
  clientKeys,
  type Db,
  emailKey,
  keysOf,
  ofPhone,
  orders,
  withinWorkspace,
} from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import { ordersByEmail, ordersByKey } from './index-queries.ts';

/** A phone or an e-mail in any spelling; at least one of them. */
export interface ClientSought {
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
}

export interface ClientOrder {
  readonly seq: number;
  readonly id: string;
  readonly num: string;
  /** Milliseconds since the epoch; null if the order is not deleted. */
  readonly deletedAt: number | null;
}

/**
 * The number of orders checked in one step, which takes a millisecond. It takes a third of a second if each order has a
 * megabyte of client data.
 */
const AT_ONCE = 100;

/**
 * Finds all orders whose client has this phone or this e-mail, even deleted ones. Orders missing from the index are
 * checked one by one; without an index, all orders are. So no order is missed.
 */
export async function findClientOrders(ctx: ReadCtx, sought: ClientSought): Promise<ClientOrder[]> {
  const keys = { phone: keysOf(sought.phone ?? '', '')?.phone, email: emailKey(sought.email ?? '') };
  if (keys.phone === undefined && keys.email === undefined) return [];
  const { storage, workspace } = ctx;
  await storage.search.catchUp();
  const found = new Map<number, ClientOrder>();
  const look = async (rows: readonly Row[]): Promise<void> => {
    for (const { client, ...order } of rows) if (isOf(client, keys)) found.set(order.seq, order);
    await nextTurn(workspace.seq);
  };
  const state = storage.search.look(storage.read);
  let mark = state?.mark ?? 0;
  if (state !== undefined) {
    await look(rowsOf(storage.read, workspace.seq, state.changed));
    for (const slices of slicesOf(ctx, keys)) {
      for (let after: number | undefined = 0; after !== undefined; ) {
        const seqs: number[] | undefined = storage.search.ask((index) => slices(index, after ?? 0));
        await look(rowsOf(storage.read, workspace.seq, seqs ?? []));
        // The index was removed meanwhile, so all orders are checked.
        if (seqs === undefined) mark = 0;
        after = seqs?.at(-1);
      }
    }
  }
  for (let at = mark; at < newestOf(storage.read); at += AT_ONCE) {
    await look(rowsAfter(storage.read, workspace.seq, at));
  }
  return [...found.values()];
}

interface Sought {
  readonly phone: string | undefined;
  readonly email: string | undefined;
}

function isOf(client: string | null, { phone, email }: Sought): boolean {
  const keys = clientKeys(client);
  if (keys === undefined) return false;
  return (phone !== undefined && keys.phone === phone) || (email !== undefined && keys.email === email);
}

/** The index queries that find the orders with this phone or this e-mail. Each returns one slice at a time. */
function slicesOf(ctx: ReadCtx, { phone, email }: Sought): ((index: Db, after: number) => number[])[] {
  const slice = { limit: AT_ONCE };
  const workspaceSeq = ctx.workspace.seq;
  const ofKey = (key: string) =>
    ([0, 1] as const).map(
      (live) => (index: Db, after: number) => ordersByKey(ctx, index, { ...slice, key, live, after }),
    );
  return [
    ...(phone === undefined ? [] : ofKey(ofPhone(phone))),
    ...(email === undefined
      ? []
      : [(index: Db, after: number) => ordersByEmail(index, { ...slice, workspaceSeq, email, after })]),
  ];
}

type Row = ClientOrder & { readonly client: string | null };

const { seq, id, num, deletedAt, workspaceSeq } = orders;
const client = sql<string | null>`${sql.raw(CLIENT_PART)}`;
const ROW = { seq, id, num, deletedAt, client };

const rowsOf = (db: Db, workspace: number, seqs: readonly number[]): Row[] =>
  db
    .select(ROW)
    .from(orders)
    .where(and(inArray(seq, [...seqs]), withinWorkspace(workspaceSeq, workspace)))
    .orderBy(seq)
    .all();

/**
 * Reads the orders of all workspaces by seq, and returns those of one workspace. With the index of one workspace's
 * orders, SQLite would have to sort them.
 */
const rowsAfter = (db: Db, workspace: number, after: number): Row[] =>
  db
    .select({ ...ROW, workspace: workspaceSeq })
    .from(orders)
    .where(and(gt(seq, after), lte(seq, after + AT_ONCE)))
    .orderBy(seq)
    .all()
    .flatMap(({ workspace: of, ...row }) => (of === workspace ? [row] : []));

const newestOf = (db: Db): number =>
  db
    .select({ newest: max(seq) })
    .from(orders)
    .get()?.newest ?? 0;
