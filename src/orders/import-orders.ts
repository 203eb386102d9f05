import { giveWay, type Issue } from '../base/index.ts';
import type { Db } from '../storage/index.ts';
import { type Ctx, findActiveStatus, INITIAL_STATUS_ID, writeAudit } from '../workspaces/index.ts';
import { checkKey } from './content.ts';
import { type CreateOrderInput, checkDraft } from './draft.ts';
import { insertOrder, type NewOrder } from './insert-order.ts';
import { passUsedNumbers } from './number-series.ts';
import { findOrder, findOrderByKey, type Order } from './order.ts';
import { invalidStatus } from './status-errors.ts';

/** An order out of a file, checked. */
export interface ImportedOrder extends NewOrder {
  /** Of an order of this very workspace, where the file names one: an export that comes back. */
  readonly id: string | undefined;
}

export interface ImportOutcome {
  readonly created: number;
  /** Were here already and stay as they are. */
  readonly known: number;
  /** Of the known: the file says something else of them than when they came. */
  readonly differing: number;
  /** Of the known: deleted since, and not made again. */
  readonly deleted: number;
}

export interface ImportOptions {
  /** Whether webhooks hear of the new orders and their payments. */
  readonly tell: boolean;
}

/** Orders between two steps: some 5 ms. */
const STEP = 50;

/** The same checks as of a create; the order is worth nothing when `issues` grew. */
export function checkImported(
  ctx: Ctx,
  input: CreateOrderInput,
  order: Omit<ImportedOrder, 'draft'>,
  issues: Issue[],
): ImportedOrder {
  checkKey('key', order.repeatKey, issues);
  if (typeof input.num === 'string') checkKey('num', input.num, issues);
  return { ...order, draft: checkDraft(ctx, input, issues) };
}

/** So much text of items costs as much as an order. */
const ITEM_CHARS = 1_000;

/** What an import of these would do, in steps between which others are served. Nothing is written. */
export async function previewImport(ctx: Ctx, imported: readonly ImportedOrder[]): Promise<ImportOutcome> {
  const tally = createTally();
  for (let at = 0; at < imported.length; at += STEP) {
    const db = ctx.storage.read;
    for (const order of imported.slice(at, at + STEP)) tally.note(order, findKnown(db, ctx, order));
    await giveWay();
  }
  return tally.outcome();
}

/**
 * Makes all the orders of a file that are not here yet, in one transaction, or none. Reading goes on meanwhile, writing waits. An
 * import moves no stock: what it brings has happened before there was any.
 *
 * @throws invalid_status when a status has gone since the orders were checked
 */
export function importOrders(
  ctx: Ctx,
  imported: readonly ImportedOrder[],
  { tell }: ImportOptions,
): Promise<ImportOutcome> {
  const statusIds = new Set(imported.map(({ draft }) => draft.statusId));
  return ctx.storage.writeInSteps(function* (tx) {
    for (const id of statusIds) {
      if (id !== INITIAL_STATUS_ID && findActiveStatus(tx.db, ctx.workspace.seq, id) === undefined) {
        throw invalidStatus(id);
      }
    }
    const tally = createTally();
    let done = 0;
    for (const order of imported) {
      // An order of a hundred items costs as much as some ten others.
      done += 1 + order.draft.columns.products.length / ITEM_CHARS;
      if (done > STEP) {
        done = 0;
        yield;
      }
      const known = findKnown(tx.db, ctx, order);
      if (known === undefined) insertOrder(tx, ctx, order, { tell, writesOff: false });
      tally.note(order, known);
    }
    yield* passUsedNumbers(tx, ctx.workspace.seq);
    const outcome = tally.outcome();
    const { id: subject, seq: workspaceSeq } = ctx.workspace;
    const changes = { orders: { from: null, to: outcome.created }, told: { from: null, to: tell } };
    writeAudit(tx, { workspaceSeq, actor: ctx.actor, action: 'orders.imported', subject, changes });
    tx.notify('orders', workspaceSeq);
    return outcome;
  });
}

function findKnown(db: Db, ctx: Ctx, { repeatKey, id }: ImportedOrder): Order | undefined {
  const own = id === undefined ? undefined : findOrder(db, ctx.workspace.seq, id);
  return own ?? findOrderByKey(db, ctx.workspace.seq, ctx.source, repeatKey);
}

function createTally() {
  const counts = { created: 0, known: 0, differing: 0, deleted: 0 };
  return {
    note(order: ImportedOrder, known: Order | undefined): void {
      counts[known === undefined ? 'created' : 'known'] += 1;
      if (known === undefined) return;
      if (known.deletedAt !== null) counts.deleted += 1;
      // What another way brought here cannot be compared with a row of a file.
      else if (known.repeatKey === order.repeatKey && Buffer.compare(known.fingerprint, order.fingerprint) !== 0)
        counts.differing += 1;
    },
    outcome: (): ImportOutcome => ({ ...counts }),
  };
}
