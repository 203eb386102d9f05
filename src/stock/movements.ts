import { sql } from 'drizzle-orm';
import {
  given,
  givenEach,
  type MOVEMENT_KINDS,
  prepared,
  products,
  type Storage,
  stockMovements,
  type Tx,
} from '../storage/index.ts';
import type { Actor, Workspace } from '../workspaces/index.ts';

export type MovementKind = (typeof MOVEMENT_KINDS)[number];

export interface MovementAuthor {
  readonly workspace: Workspace;
  readonly actor: Actor;
  readonly requestId: string | null;
}

export interface StockCtx extends MovementAuthor {
  readonly storage: Storage;
}

interface NewMovement {
  readonly id: string;
  readonly productSeq: number;
  /** The change of the quantity in thousandths, never 0. */
  readonly delta: number;
  readonly kind: MovementKind;
  readonly reason?: string | null;
  readonly orderSeq?: number;
  readonly stocktakeSeq?: number;
}

const statements = prepared((db) => ({
  move: db
    .update(products)
    .set({
      quantity: sql`${products.quantity} + ${given('delta')}`,
      version: sql`${products.version} + (${given('kind')} <> 'write_off')`,
    })
    .where(sql`${products.seq} = ${given('productSeq')}`)
    .prepare(),
  insert: db
    .insert(stockMovements)
    .values({
      ...givenEach('id', 'workspaceSeq', 'productSeq', 'delta'),
      quantityAfter: sql`(SELECT p.quantity FROM products p WHERE p.seq = ${given('productSeq')})`,
      ...givenEach('kind', 'reason', 'orderSeq', 'actorType', 'actorId', 'requestId', 'at', 'stocktakeSeq'),
    })
    .prepare(),
}));

/** Adds one line to the ledger and updates the quantity on hand. Nothing else changes a quantity. */
export function move(tx: Tx, { workspace, actor, requestId }: MovementAuthor, movement: NewMovement): void {
  const { productSeq, delta, kind } = movement;
  statements(tx.db).move.run({ productSeq, delta, kind });
  statements(tx.db).insert.run({
    id: movement.id,
    workspaceSeq: workspace.seq,
    productSeq,
    delta,
    kind,
    reason: movement.reason ?? null,
    orderSeq: movement.orderSeq ?? null,
    actorType: actor.type,
    actorId: actor.id,
    requestId,
    at: tx.now,
    stocktakeSeq: movement.stocktakeSeq ?? null,
  });
  tx.notify('stock', workspace.seq);
}
