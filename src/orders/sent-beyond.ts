import { type JsonObject, parseStored } from '../base/index.ts';

interface Sent {
  /** JSON text: what a payment was sent with besides. */
  readonly extra: string | null;
}

interface SentAndFreed extends Sent {
  /** The id that it was sent with, where another order's payment has that now. */
  readonly freedId: string | null;
}

/** Fields that are returned otherwise than they came, where they are. */
export type ReturnedOtherwise = 'paymentId' | 'paymentMethod' | 'paidAt';

/** Fields that a read adds to a payment, or returns otherwise. A sender's key of such a name must neither hide ours nor be hidden. */
const OURS: ReadonlySet<string> = new Set([
  'id',
  'externalId',
  'status',
  'refundedAmount',
  'createdAt',
  'sent',
  ...(['paymentId', 'paymentMethod', 'paidAt'] satisfies ReturnedOtherwise[]),
]);

/**
 * The parts of a sent payment beyond those that a read returns in its place (contract, section 3). They are as they
 * came, except keys that bear a name of ours. Those are under `sent`, and a key `sent` of the sender's own is
 * `sent.sent`. Empty where nothing else was sent.
 */
export function sentBeyond({ extra, freedId }: SentAndFreed): JsonObject {
  const members = extra === null ? [] : Object.entries(parseStored<JsonObject>(extra));
  if (freedId !== null && !members.some(([key]) => key === 'paymentId')) members.push(['paymentId', freedId]);
  if (members.length === 0) return {};
  const named = members.filter(([key]) => OURS.has(key));
  // Entries, because a key may be __proto__.
  const beside = Object.fromEntries(members.filter(([key]) => !OURS.has(key)));
  return named.length === 0 ? beside : { ...beside, sent: Object.fromEntries(named) };
}

/** The same without fields that have since been edited: what was sent for them is no longer what they say. */
export function withoutSent({ extra }: Sent, edited: readonly string[]): Sent {
  if (extra === null) return { extra };
  const left = Object.entries(parseStored<JsonObject>(extra)).filter(([key]) => !edited.includes(key));
  return { extra: left.length === 0 ? null : JSON.stringify(Object.fromEntries(left)) };
}
