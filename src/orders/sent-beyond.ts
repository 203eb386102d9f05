import { type JsonObject, parseStored } from '../base/index.ts';

interface SentPayment {
  /** The sender's own fields of a payment, as JSON text. */
  readonly extra: string | null;
}

interface SentPaymentRow extends SentPayment {
  /** The id that this payment lost to a payment of another order. */
  readonly freedId: string | null;
}

/** The names of fields that a read may return in another form than they were sent in. */
export type ReshapedField = 'paymentId' | 'paymentMethod' | 'paidAt';

/**
 * The fields that a read adds to a payment or returns in another form. A sender's own field with one of these names is
 * returned under `sent`, so neither field hides the other.
 */
const OURS: ReadonlySet<string> = new Set([
  'id',
  'externalId',
  'status',
  'refundedAmount',
  'createdAt',
  'sent',
  ...(['paymentId', 'paymentMethod', 'paidAt'] satisfies ReshapedField[]),
]);

/**
 * Returns the sent parts of a payment that a read would omit or change (contract, section 3). Sent fields that have the
 * name of a Docket field are put under `sent`. The sender's own field `sent` becomes `sent.sent`.
 */
export function sentBeyond({ extra, freedId }: SentPaymentRow): JsonObject {
  const members = extra === null ? [] : Object.entries(parseStored<JsonObject>(extra));
  if (freedId !== null && !members.some(([key]) => key === 'paymentId')) members.push(['paymentId', freedId]);
  if (members.length === 0) return {};
  const named = members.filter(([key]) => OURS.has(key));
  // A sent field may be named __proto__. An assignment would then change the prototype, so the objects are built from
  // entries.
  const beside = Object.fromEntries(members.filter(([key]) => !OURS.has(key)));
  return named.length === 0 ? beside : { ...beside, sent: Object.fromEntries(named) };
}

/** Removes the values that the sender gave for the edited fields, because these values are out of date. */
export function withoutSent({ extra }: SentPayment, edited: readonly string[]): SentPayment {
  if (extra === null) return { extra };
  const left = Object.entries(parseStored<JsonObject>(extra)).filter(([key]) => !edited.includes(key));
  return { extra: left.length === 0 ? null : JSON.stringify(Object.fromEntries(left)) };
}
