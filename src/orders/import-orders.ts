import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { isStepOver, isUuid, nextTurn } from '../base/index.ts';
import { INITIAL_STATUS_ID } from '../flows/index.ts';
import { auditImport, type ImportKind, type ImportRequest, type StagedRow, type StagingCtx } from '../imports/index.ts';
import { type Db, given, orders, prepared, type Storage } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { insertOrder } from './insert-order.ts';
import { findRuns } from './number-runs.ts';
import { keepRun, moveSeriesOn } from './number-series.ts';
import { ENCODED_ID, type Order } from './order.ts';
import { freeKey } from './repeat-key.ts';
import { type ImportedOrder, readOptions, readStaged, writeOptions, writeStaged } from './staged-order.ts';
import { getActiveStatus } from './statuses.ts';
import { undoOfOrders } from './undo-import.ts';

/** The source of imported orders. No API key's source can contain an @. */
export const IMPORT_SOURCE = '@import';

export interface ImportOutcome {
  readonly created: number;
  /** Orders that exist already. The import leaves them unchanged. */
  readonly known: number;
  readonly differing: number;
  /** The orders that match a deleted order. They also count as known, and are created again only on request. */
  readonly deleted: number;
  /** New orders without a paid amount, although their rows contain a payment date or method. */
  readonly unpaid: number;
}

export interface ImportPreview extends ImportOutcome {
  /** New orders with a number that is already in use. They are created too, because numbers may repeat. */
  readonly taken: number;
}

interface ImportOptions extends Pick<ImportRequest, 'id' | 'match'> {
  /** True to send webhooks for the new orders and their payments. */
  readonly tell: boolean;
  /** True to create orders again that were deleted since an earlier import. */
  readonly again?: boolean;
  readonly orders: readonly ImportedOrder[];
}

/** The number of orders that are looked up before other requests are served, about a millisecond of work. */
const STEP = 50;

export async function previewImport(ctx: Ctx, imported: readonly ImportedOrder[]): Promise<ImportPreview> {
  const counts = { created: 0, known: 0, differing: 0, deleted: 0, unpaid: 0, taken: 0 };
  for (const [at, order] of imported.entries()) {
    if (at % STEP === 0 || isStepOver()) await nextTurn(ctx.workspace.seq);
    const known = findKnown(ctx.storage.read, ctx, order);
    for (const name of namesOf(order, known)) counts[name] += 1;
    if (known === undefined && isNumberTaken(ctx.storage.read, ctx, order.draft.num)) counts.taken += 1;
  }
  return counts;
}

/**
 * Accepts a file of orders, and returns the id of the import that creates the missing orders in the background. It
 * moves no stock, because the imported orders are older than the stock counts.
 * @throws invalid_status if a status was removed since the check; and whatever `Staging.stage` throws
 */
export async function importOrders(
  { storage, workspace, actor, requestId, staging }: Ctx & StagingCtx,
  { id, match = null, tell, again = false, orders: imported }: ImportOptions,
): Promise<string> {
  const statusIds = [...new Set(imported.map(({ draft }) => draft.statusId))];
  const runs = await findRuns({ storage, workspace }, numbersOf(imported));
  return staging.stage({
    id,
    match,
    kind: 'orders',
    workspace,
    actor,
    requestId,
    options: writeOptions({ tell, again, statusIds }),
    rows: stagedRows(imported),
    total: imported.length,
    accept(tx) {
      for (const one of statusIds) if (one !== INITIAL_STATUS_ID) getActiveStatus(tx.db, workspace.seq, one);
      for (const run of runs) keepRun(tx, workspace.seq, run);
      moveSeriesOn(tx, workspace.seq);
    },
  });
}

function* numbersOf(imported: readonly ImportedOrder[]): Generator<string> {
  for (const { draft } of imported) if (draft.num !== undefined) yield draft.num;
}

function* stagedRows(imported: readonly ImportedOrder[]): Generator<StagedRow> {
  for (const order of imported) yield { body: writeStaged(order), reserves: order.draft.num ?? null };
}

export function orderImport(storage: Storage): ImportKind {
  return {
    *takeIn(tx, { workspace, actor, requestId, options }, body) {
      const ctx: Ctx = { storage, workspace, source: IMPORT_SOURCE, actor, requestId };
      const order = readStaged(body);
      const { tell, again = false } = readOptions(options);
      const found = findKnown(tx.db, ctx, order);
      const known = again && isDeleted(found) ? undefined : found;
      const holder = found !== undefined && known === undefined ? findByKey(tx.db, ctx, order.repeatKey) : undefined;
      if (holder !== undefined) freeKey(tx, holder);
      const names = namesOf(order, known);
      if (known !== undefined) return { names };
      const { seq, version } = yield* insertOrder(tx, ctx, order, { tell, writesOff: false });
      return { names, made: [{ seq, version, before: null }] };
    },
    finish(tx, job, { created = 0 }) {
      auditImport(tx, job, 'orders.imported', { orders: created, told: readOptions(job.options).tell });
      tx.notify('orders', job.workspace.seq);
    },
    undo: undoOfOrders(storage),
  };
}

function findKnown(db: Db, ctx: Ctx, { repeatKey, id }: ImportedOrder): KnownOrder | undefined {
  const own = isUuid(id ?? '') ? statements(db).byId.get({ id, workspaceSeq: ctx.workspace.seq }) : undefined;
  return own !== undefined && !isDeleted(own) ? own : (findByKey(db, ctx, repeatKey) ?? own);
}

const findByKey = (db: Db, { workspace, source }: Ctx, repeatKey: string): KnownOrder | undefined =>
  statements(db).byKey.get({ workspaceSeq: workspace.seq, source, repeatKey });

/**
 * To see whether an order number is taken, only the newest orders that have it are read. A sender may use one number
 * for a hundred thousand orders.
 */
const LOOKED_AT = 200;

/** The columns of a known order without its texts, because the texts of 50 orders may take 100 MB. */
const KNOWN = {
  seq: orders.seq,
  id: orders.id,
  repeatKey: orders.repeatKey,
  fingerprint: orders.fingerprint,
  deletedAt: orders.deletedAt,
};
type KnownOrder = Pick<Order, keyof typeof KNOWN>;

const statements = prepared((db) => {
  const ofWorkspace = eq(orders.workspaceSeq, given('workspaceSeq'));
  const bySender = and(eq(orders.source, given('source')), eq(orders.repeatKey, given('repeatKey')));
  const newest = db
    .select({ deletedAt: orders.deletedAt })
    .from(orders)
    .where(and(ofWorkspace, eq(orders.num, given('num'))))
    .orderBy(desc(orders.createdAt))
    .limit(LOOKED_AT)
    .as('newest');
  return {
    byId: db
      .select(KNOWN)
      .from(orders)
      .where(and(eq(orders.id, ENCODED_ID), ofWorkspace))
      .prepare(),
    byKey: db.select(KNOWN).from(orders).where(and(ofWorkspace, bySender)).prepare(),
    byNum: db.select({ one: sql`1` }).from(newest).where(isNull(newest.deletedAt)).limit(1).prepare(),
  };
});

const isNumberTaken = (db: Db, { workspace }: Ctx, num: string | undefined): boolean =>
  num !== undefined && statements(db).byNum.get({ workspaceSeq: workspace.seq, num }) !== undefined;

const isDeleted = (order: KnownOrder | undefined): boolean => order !== undefined && order.deletedAt !== null;

function namesOf(order: ImportedOrder, known: KnownOrder | undefined): readonly (keyof ImportOutcome)[] {
  if (known === undefined) return order.unpaid === true ? ['created', 'unpaid'] : ['created'];
  if (isDeleted(known)) return ['known', 'deleted'];
  // An order from another source cannot be compared with a row of the file. It does not count as differing.
  const isSame = known.repeatKey !== order.repeatKey || Buffer.compare(known.fingerprint, order.fingerprint) === 0;
  return isSame ? ['known'] : ['known', 'differing'];
}
