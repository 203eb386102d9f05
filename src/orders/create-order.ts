import { AppError, canonicalJson, type Issue, type JsonObject, validationFailed } from '../base/index.ts';
import type { Tx } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { checkKey } from './checks.ts';
import { type CreateOrderInput, checkDraft } from './draft.ts';
import { insertOrder } from './insert-order.ts';
import { findOrderByKey, type OrderSummary } from './order.ts';
import { findActiveStatus, hasWriteOffs, INITIAL_STATUS_ID, invalidStatus } from './statuses/index.ts';

export interface Created {
  readonly order: OrderSummary;
  /** True when the key was known with the same payload: nothing was done. */
  readonly replayed: boolean;
}

/**
 * Makes an order, once for each repeat key of the caller's source (contract, section 3): a repeat with the same payload finds
 * the order as it is now. Writes order, payments, history and events, or nothing.
 *
 * @throws validation_failed, order_key_conflict, order_deleted, invalid_status, payment_key_conflict
 */
export const createOrder = (ctx: Ctx, input: CreateOrderInput): Promise<Created> =>
  ctx.storage.write(orderCreation(ctx, input));

/** The change that makes the order, its input checked, for a write that does more beside it. @throws validation_failed */
export function orderCreation(ctx: Ctx, input: CreateOrderInput): (tx: Tx) => Created {
  const issues: Issue[] = [];
  const repeatKey = checkRepeatKey(input, issues);
  const draft = checkDraft(ctx, input, issues);
  if (issues.length > 0) throw validationFailed(issues);
  const fingerprint = payloadFingerprint(input);
  const writesOff = hasWriteOffs(ctx.storage, ctx.workspace.seq);
  return (tx) => {
    const known = findOrderByKey(tx.db, ctx.workspace.seq, ctx.source, repeatKey);
    if (known !== undefined) {
      if (!sameBytes(known.fingerprint, fingerprint)) throw orderKeyConflict(repeatKey);
      if (known.deletedAt !== null) throw orderDeleted();
      return { order: known, replayed: true };
    }
    if (
      draft.statusId !== INITIAL_STATUS_ID &&
      findActiveStatus(tx.db, ctx.workspace.seq, draft.statusId) === undefined
    ) {
      throw invalidStatus(draft.statusId);
    }
    return {
      order: insertOrder(tx, ctx, { repeatKey, fingerprint, draft }, { tell: true, writesOff }),
      replayed: false,
    };
  };
}

function checkRepeatKey(input: CreateOrderInput, issues: Issue[]): string {
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

/** SHA-256 of the request as JSON values: order of keys, white space, and null or absent do not count. */
function payloadFingerprint(input: CreateOrderInput): Uint8Array {
  // The input is the parsed body itself. So it is JSON but for keys whose value is undefined. canonicalJson leaves
  // those out.
  const fingerprint = new Uint8Array(Bun.SHA256.byteLength);
  Bun.SHA256.hash(canonicalJson(input as unknown as JsonObject, true), fingerprint);
  return fingerprint;
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

const orderKeyConflict = (repeatKey: string): AppError =>
  new AppError(
    { rule: 'order_key_conflict' },
    {
      key: repeatKey,
    },
  );

const orderDeleted = (): AppError => new AppError({ rule: 'order_deleted' });
