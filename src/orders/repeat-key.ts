/** A source creates only one order under each repeat key (contract, section 3). */

import { and, eq } from 'drizzle-orm';
import { AppError, canonicalJson, type Issue, type JsonObject } from '../base/index.ts';
import { type Db, given, orders, prepared, type Tx } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { checkKey } from './checks.ts';
import type { CreateOrderInput } from './draft.ts';
import { HEAD, type Order, type OrderHead } from './order.ts';
import { asCompared } from './payment.ts';

const ofKey = and(
  eq(orders.workspaceSeq, given('workspaceSeq')),
  eq(orders.source, given('source')),
  eq(orders.repeatKey, given('repeatKey')),
);

const statements = prepared((db) => ({
  byRepeatKey: db.select().from(orders).where(ofKey).prepare(),
  headByRepeatKey: db.select(HEAD).from(orders).where(ofKey).prepare(),
}));

/** Finds an order, even a deleted one, by its original num or requestKey. Its current num does not matter. */
export function findOrderByKey(db: Db, workspaceSeq: number, source: string, repeatKey: string): Order | undefined {
  return statements(db).byRepeatKey.get({ workspaceSeq, source, repeatKey });
}

export function findHeadByKey(db: Db, workspaceSeq: number, source: string, repeatKey: string): OrderHead | undefined {
  return statements(db).headByRepeatKey.get({ workspaceSeq, source, repeatKey });
}

/**
 * Finds the order that an earlier request created with this repeat key and payload. Returns the order's current state;
 * undefined if there is no such order.
 * @throws order_key_conflict if the earlier payload was different; order_deleted if the order was deleted
 */
export function findRepeated(db: Db, ctx: Ctx, repeatKey: string, fingerprint: Uint8Array): Order | undefined {
  const known = findOrderByKey(db, ctx.workspace.seq, ctx.source, repeatKey);
  if (known === undefined) return undefined;
  if (Buffer.compare(known.fingerprint, fingerprint) !== 0) {
    throw new AppError({ rule: 'order_key_conflict' }, { key: repeatKey });
  }
  if (known.deletedAt !== null) throw new AppError({ rule: 'order_deleted' });
  return known;
}

/** The prefix of a freed repeat key. It contains the order's id, so that no sender uses it by chance. */
const freedMark = (id: string): string => `freed:${id}:`;

/** Frees the repeat key of a deleted imported order, so that a later file can create the order again. */
export function freeKey(tx: Tx, { seq, id, repeatKey }: Pick<Order, 'seq' | 'id' | 'repeatKey'>): void {
  if (repeatKey.startsWith(freedMark(id))) return;
  tx.db
    .update(orders)
    .set({ repeatKey: `${freedMark(id)}${repeatKey}` })
    .where(eq(orders.seq, seq))
    .run();
}

/**
 * Returns a patch that gives a restored order its own repeat key again. The patch is empty if the key was not freed, or
 * if another order has it now.
 */
export function ownKey(db: Db, { workspaceSeq, source, id, repeatKey }: Order): Partial<Pick<Order, 'repeatKey'>> {
  const key = repeatKey.startsWith(freedMark(id)) ? repeatKey.slice(freedMark(id).length) : undefined;
  return key === undefined || findOrderByKey(db, workspaceSeq, source, key) !== undefined ? {} : { repeatKey: key };
}

export function checkRepeatKey(input: CreateOrderInput, issues: Issue[]): string {
  const { requestKey, num } = input;
  const sent = typeof requestKey === 'string' ? requestKey : num;
  if (typeof requestKey === 'string' && typeof num === 'string') {
    issues.push({ path: 'requestKey', rule: 'key_beside_num' });
  } else if (typeof sent !== 'string') {
    issues.push({ path: 'requestKey', rule: 'key_missing' });
  } else {
    checkKey(typeof requestKey === 'string' ? 'requestKey' : 'num', sent, issues);
  }
  return sent ?? '';
}

export function comparable(input: CreateOrderInput): object {
  const { payments } = input;
  return payments == null ? input : { ...input, payments: payments.map((one) => ({ ...one, ...asCompared(one) })) };
}

/**
 * Returns the SHA-256 of the request's JSON values. White space, null or absent fields, and the sequence of fields make
 * no difference.
 */
export function payloadFingerprint(input: CreateOrderInput): Uint8Array {
  // The input is a parsed JSON body, except that some fields may be undefined. canonicalJson leaves those fields out.
  const fingerprint = new Uint8Array(Bun.SHA256.byteLength);
  Bun.SHA256.hash(canonicalJson(comparable(input) as unknown as JsonObject, true), fingerprint);
  return fingerprint;
}
