import { type JsonObject, parseStored } from '../base/index.ts';
import type { Payment } from './payment.ts';

/** Fields that a read adds to a payment. A sender's key of such a name must neither hide ours nor be hidden. */
const OURS: ReadonlySet<string> = new Set(['id', 'externalId', 'status', 'refundedAmount', 'createdAt', 'sent']);

/**
 * What a payment of a create was sent with beyond the fields that Docket knows (contract, section 3): as it came, but for keys that
 * bear a name of ours, which stand under `sent`; a key `sent` of the sender's own is `sent.sent`. Empty where nothing else was sent.
 */
export function sentBeyond({ extra }: Pick<Payment, 'extra'>): JsonObject {
  if (extra === null) return {};
  const members = Object.entries(parseStored<JsonObject>(extra));
  const named = members.filter(([key]) => OURS.has(key));
  // Entries, because a key may be __proto__.
  const beside = Object.fromEntries(members.filter(([key]) => !OURS.has(key)));
  return named.length === 0 ? beside : { ...beside, sent: Object.fromEntries(named) };
}
