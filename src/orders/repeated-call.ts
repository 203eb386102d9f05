/**
 * Repeated calls: a program repeats a call with the same Idempotency-Key if the answer was lost (contract, section 3).
 */

import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import { AppError, canonicalJson, type Issue, isIdempotencyKey, type JsonValue, parseStored } from '../base/index.ts';
import {
  type GoOn,
  given,
  givenEach,
  type InPieces,
  inSteps,
  prepared,
  repeatedCalls,
  type Storage,
  type Tx,
} from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { trustedTime } from './order-retention.ts';

/** The Idempotency-Key of a call. It is a header, so it does not belong to the payload. */
export interface RepeatKey {
  readonly idempotencyKey?: string | undefined;
}

interface KeyedCall {
  readonly idempotencyKey: string;
  readonly fingerprint: Uint8Array;
}

export interface RepeatAnswer<T> {
  readonly answer: T;
  /**
   * True if the same call was made before. `answer` is then the stored answer to the first call, and nothing was
   * changed.
   */
  readonly replayed: boolean;
}

const KEY_CHARS = 255;
/** The maximum number of rows that one write deletes. Deleting them takes half a millisecond. */
const ROWS_A_STEP = 50;

const statements = prepared((db) => ({
  byKey: db
    .select({ fingerprint: repeatedCalls.fingerprint, answer: repeatedCalls.answer })
    .from(repeatedCalls)
    .where(
      and(
        eq(repeatedCalls.workspaceSeq, given('workspaceSeq')),
        eq(repeatedCalls.source, given('source')),
        eq(repeatedCalls.idempotencyKey, given('idempotencyKey')),
      ),
    )
    .prepare(),
  insert: db
    .insert(repeatedCalls)
    .values(givenEach('workspaceSeq', 'source', 'idempotencyKey', 'fingerprint', 'answer', 'at'))
    .prepare(),
}));

/**
 * Reads the data that identify a repeated call; undefined without a key.
 * @param payload JSON without headers; null counts as an absent field
 */
export function readKeyedCall(
  name: string,
  idempotencyKey: string | undefined,
  payload: object,
  issues: Issue[],
): KeyedCall | undefined {
  if (idempotencyKey === undefined) return undefined;
  if (!isIdempotencyKey(idempotencyKey)) {
    issues.push({ path: 'Idempotency-Key', rule: 'printable_key', least: 1, most: KEY_CHARS });
  }
  const text = `${name}\n${canonicalJson(payload as JsonValue, true)}`;
  return { idempotencyKey, fingerprint: new Bun.CryptoHasher('sha256').update(text).digest() };
}

/**
 * Makes a change only once for each idempotency key and source. If the change throws, its key is not stored.
 * @throws idempotency_key_conflict, and whatever the change throws
 */
export function answerOnce<T extends object>(
  tx: Tx,
  ctx: Ctx,
  call: KeyedCall | undefined,
  change: () => T,
): RepeatAnswer<T> {
  if (call === undefined) return { answer: change(), replayed: false };
  const known = findCall(tx, ctx, call);
  // The stored answer may be from an earlier version of Docket, so some of today's fields may be missing.
  if (known !== undefined) return { answer: parseStored<T>(known.answer ?? 'null'), replayed: true };
  const answer = change();
  keepCall(tx, ctx, call, JSON.stringify(answer));
  return { answer, replayed: false };
}

/**
 * Makes a change that recognizes its own repeats, such as creating an order. The idempotency key is stored only to
 * refuse a different call with the same key.
 * @throws idempotency_key_conflict, and whatever the change throws
 */
export function* holdingKey<T>(tx: Tx, ctx: Ctx, call: KeyedCall | undefined, change: () => InPieces<T>): InPieces<T> {
  if (call === undefined) return yield* change();
  const known = findCall(tx, ctx, call);
  const answer = yield* change();
  if (known === undefined) keepCall(tx, ctx, call, null);
  return answer;
}

function findCall(tx: Tx, ctx: Ctx, call: KeyedCall): { readonly answer: string | null } | undefined {
  const { idempotencyKey, fingerprint } = call;
  const of = { workspaceSeq: ctx.workspace.seq, source: ctx.source };
  const known = statements(tx.db).byKey.get({ ...of, idempotencyKey });
  if (known === undefined) return undefined;
  if (Buffer.compare(known.fingerprint, fingerprint) !== 0) throw new AppError({ rule: 'idempotency_key_conflict' });
  return known;
}

function keepCall(tx: Tx, ctx: Ctx, call: KeyedCall, answer: string | null): void {
  const of = { workspaceSeq: ctx.workspace.seq, source: ctx.source };
  statements(tx.db).insert.run({ ...of, ...call, answer, at: trustedTime(tx) });
}

export function sweepRepeatedCalls(
  storage: Storage,
  { beforeMs, goOn }: { readonly beforeMs: number; readonly goOn: GoOn },
): Promise<number> {
  return inSteps(async () => {
    const { seq, at } = repeatedCalls;
    const isOld = lt(at, beforeMs);
    const old = storage.read.select({ seq }).from(repeatedCalls).where(isOld).orderBy(asc(at)).limit(ROWS_A_STEP).all();
    if (old.length === 0) return { removed: 0, done: true };
    const seqs = old.map((row) => row.seq);
    await storage.write((tx) => void tx.db.delete(repeatedCalls).where(inArray(seq, seqs)).run());
    return { removed: old.length, done: old.length < ROWS_A_STEP };
  }, goOn);
}
