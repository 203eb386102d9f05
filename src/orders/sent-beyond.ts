import { type JsonObject, parseStored } from '../base/index.ts';

interface SentPayment {
  /** JSON text: the sender's own fields of a payment. */
  readonly extra: string | null;
}

interface SentPaymentRow extends SentPayment {
  /** The id that the payment was sent with, if another order's payment has it now. */
  readonly freedId: string | null;
}

/** The names of fields that a read may return in a form other than the sent one. */
export type ReshapedField = 'paymentId' | 'paymentMethod' | 'paidAt';

/**
 * Fields that a read adds to a payment, or returns in a different form. A sender's key of the same name must neither
 * hide Docket's field nor be hidden.
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
 * The parts of a sent payment that a read's own fields lack, or return in another form (contract, section 3). They are
 * as they were sent. Keys with a name of Docket's own are put under `sent`, and the sender's own key `sent` becomes
 * `sent.sent`. Empty if nothing else was sent.
 */
export function sentBeyond({ extra, freedId }: SentPaymentRow): JsonObject {
  const members = extra === null ? [] : Object.entries(parseStored<JsonObject>(extra));
  if (freedId !== null && !members.some(([key]) => key === 'paymentId')) members.push(['paymentId', freedId]);
  if (members.length === 0) return {};
  const named = members.filter(([key]) => OURS.has(key));
  // Entries are used, because a key may be __proto__.
  const beside = Object.fromEntries(members.filter(([key]) => !OURS.has(key)));
  return named.length === 0 ? beside : { ...beside, sent: Object.fromEntries(named) };
}

/** Removes fields that have been edited since, because their sent values are out of date. */
export function withoutSent({ extra }: SentPayment, edited: readonly string[]): SentPayment {
  if (extra === null) return { extra };
  const left = Object.entries(parseStored<JsonObject>(extra)).filter(([key]) => !edited.includes(key));
  return { extra: left.length === 0 ? null : JSON.stringify(Object.fromEntries(left)) };
}
