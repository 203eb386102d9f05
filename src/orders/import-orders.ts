import { type Issue, nextTurn } from '../base/index.ts';
import { INITIAL_STATUS_ID } from '../flows/index.ts';
import {
  type AtStaging,
  auditImport,
  type ImportCounts,
  type ImportKind,
  type ImportWish,
  type StagedRow,
} from '../imports/index.ts';
import type { Db, Storage } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { checkKey } from './checks.ts';
import { type CreateOrderInput, checkDraft } from './draft.ts';
import { insertOrder } from './insert-order.ts';
import { findRuns, keepRuns } from './number-runs.ts';
import { moveSeriesOn } from './number-series.ts';
import { findOrder, type Order } from './order.ts';
import { findOrderByKey, freeKey } from './repeat-key.ts';
import { type ImportedOrder, readOptions, readStaged, writeOptions, writeStaged } from './staged-order.ts';
import { findActiveStatus, invalidStatus } from './statuses.ts';
import { undoOfOrders } from './undo-import.ts';

/** The source of what came out of files; no key's source can hold an @. */
export const IMPORT_SOURCE = '@import';

export interface ImportOutcome {
  readonly created: number;
  /** Were here already and stay as they are. */
  readonly known: number;
  /** Known orders that the file now describes differently. */
  readonly differing: number;
  /** Known ones that were deleted since, and are made again only where that is asked for. */
  readonly deleted: number;
  /** New ones whose file had a date or a method of a payment without an amount. */
  readonly unpaid: number;
}

interface ImportOptions extends Pick<ImportWish, 'id' | 'match'> {
  /** True if webhooks hear of the new orders and their payments. */
  readonly tell: boolean;
  /** True if orders that were deleted since an earlier import are made again. */
  readonly again?: boolean;
  readonly orders: readonly ImportedOrder[];
}

/** Orders that are looked up between two turns of others: a millisecond. */
const STEP = 50;

/** The same checks as of a create; the order is worth nothing when `issues` grew. */
export function checkImported(
  ctx: Ctx,
  {
    input,
    issues,
    ...order
  }: Omit<ImportedOrder, 'draft'> & {
    readonly input: CreateOrderInput;
    readonly issues: Issue[];
  },
): ImportedOrder {
  checkKey('key', order.repeatKey, issues);
  if (typeof input.num === 'string') checkKey('num', input.num, issues);
  return { ...order, draft: checkDraft(ctx, input, issues) };
}

/**
 * Counts the effects that an import of these orders would have, in steps between which others are served. Nothing is
 * written.
 */
export async function previewImport(ctx: Ctx, imported: readonly ImportedOrder[]): Promise<ImportOutcome> {
  const counts = { created: 0, known: 0, differing: 0, deleted: 0, unpaid: 0 };
  for (let at = 0; at < imported.length; at += STEP) {
    await nextTurn(ctx.workspace.seq);
    const db = ctx.storage.read;
    for (const order of imported.slice(at, at + STEP)) {
      for (const name of namesOf(order, findKnown(db, ctx, order))) counts[name] += 1;
    }
  }
  return counts;
}

/**
 * Has all the orders of a file made that are not here yet, beside whatever else is written: once it is accepted it is completed, whatever
 * happens. An import moves no stock: what it brings has happened before there was any.
 *
 * @returns the id under which it is worked off
 * @throws invalid_status when a status has gone since the orders were checked; what `Staging.stage` throws
 */
export async function importOrders(
  { storage, workspace, actor, requestId, staging }: Ctx & AtStaging,
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
      for (const one of statusIds) {
        const isRight = one === INITIAL_STATUS_ID || findActiveStatus(tx.db, workspace.seq, one) !== undefined;
        if (!isRight) throw invalidStatus(tx.db, workspace.seq, one);
      }
      keepRuns(tx, workspace.seq, runs);
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

/** The import of the rows of an accepted file. */
export function orderImport(storage: Storage): ImportKind {
  return {
    takeIn(tx, { workspace, actor, requestId, options }, body) {
      const ctx: Ctx = { storage, workspace, source: IMPORT_SOURCE, actor, requestId };
      const order = readStaged(body);
      const { tell, again = false } = readOptions(options);
      const found = findKnown(tx.db, ctx, order);
      const known = again && isDeleted(found) ? undefined : found;
      const holder =
        found !== undefined && known === undefined
          ? findOrderByKey(tx.db, workspace.seq, IMPORT_SOURCE, order.repeatKey)
          : undefined;
      if (holder !== undefined) freeKey(tx, holder);
      const names = namesOf(order, known);
      if (known !== undefined) return { names };
      const { seq, version } = insertOrder(tx, ctx, order, { tell, writesOff: false });
      return { names, made: { seq, version, before: null } };
    },
    finish(tx, job, counts) {
      const { created } = outcomeOf(counts);
      auditImport(tx, job, 'orders.imported', { orders: created, told: readOptions(job.options).tell });
      tx.notify('orders', job.workspace.seq);
    },
    undo: undoOfOrders(storage),
  };
}

function findKnown(db: Db, ctx: Ctx, { repeatKey, id }: ImportedOrder): Order | undefined {
  const own = id === undefined ? undefined : findOrder(db, ctx.workspace.seq, id);
  if (own !== undefined && !isDeleted(own)) return own;
  return findOrderByKey(db, ctx.workspace.seq, ctx.source, repeatKey) ?? own;
}

const isDeleted = (order: Order | undefined): boolean => order !== undefined && order.deletedAt !== null;

/** Under which names an order of a file counts. */
function namesOf(order: ImportedOrder, known: Order | undefined): readonly (keyof ImportOutcome)[] {
  if (known === undefined) return order.unpaid === true ? ['created', 'unpaid'] : ['created'];
  if (isDeleted(known)) return ['known', 'deleted'];
  // An order that came another way cannot be compared with a row of a file.
  const isSame = known.repeatKey !== order.repeatKey || Buffer.compare(known.fingerprint, order.fingerprint) === 0;
  return isSame ? ['known'] : ['known', 'differing'];
}

/** The outcome of an import so far. */
export const outcomeOf = ({
  created = 0,
  known = 0,
  differing = 0,
  deleted = 0,
  unpaid = 0,
}: ImportCounts): ImportOutcome => ({
  created,
  known,
  differing,
  deleted,
  unpaid,
});
