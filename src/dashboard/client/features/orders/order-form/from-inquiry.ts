import { ask } from '../../../data/api.ts';
import { under } from '../../../data/send-once.ts';
import { type InquiryData, inquiriesOf } from '../../../parts/inquiries.ts';
import type { Draft } from './draft.ts';
import type { Content } from './order-draft.ts';

export const filledFrom = (draft: Draft, { card, message }: InquiryData): Draft => ({
  ...draft,
  client: { ...draft.client, name: card.title, phone: card.phone, email: card.email },
  // The message is about this order only, so it does not become a note on the client.
  additional: { ...draft.additional, comment: message },
});

export type MadeOrder = NonNullable<InquiryData['order']>;

/**
 * Returns the order that was made from an inquiry. Returns undefined if that order was deleted, because the user may
 * then make another.
 */
export const orderMadeOf = ({ order }: InquiryData): MadeOrder | undefined =>
  order === null || order.deleted ? undefined : order;

/** Creates the order and links it with the inquiry both ways, in one write. */
export const saveOrderOf = (id: string, order: Content, formId: string): Promise<{ id: string }> =>
  ask(inquiriesOf()({ id }).order.post(order, under(formId)));
