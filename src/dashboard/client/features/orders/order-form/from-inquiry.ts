import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { ask } from '../../../data/api.ts';
import { under } from '../../../data/send-once.ts';
import { type Loaded, useLoaded } from '../../../data/use-loaded.ts';
import { type InquiryData, inquiriesOf, loadInquiry } from '../../../parts/inquiries.ts';
import type { Draft } from './draft.ts';
import type { Content } from './order-draft.ts';

/** The inquiry in the page's address, to prefill a new order. */
export function useInquiryOfAddress(
  found: (inquiry: InquiryData) => void,
): Loaded<InquiryData | undefined> & { id: string | undefined } {
  const { query } = useLocation();
  const id = query['inquiry'];
  const loaded = useLoaded(async () => (id === undefined ? undefined : (await loadInquiry(id)).inquiry), id ?? '');
  useEffect(() => {
    if (loaded.data !== undefined) found(loaded.data);
  }, [loaded.data]);
  return { ...loaded, id };
}

/** A form with what the inquiry says about its sender. */
export const filledFrom = (draft: Draft, { card, message }: InquiryData): Draft => ({
  ...draft,
  client: { ...draft.client, name: card.title, phone: card.phone, email: card.email, comment: message },
});

/** The order and both its ties, in one write. */
export const saveOrderOf = (id: string, order: Content, formId: string): Promise<{ id: string }> =>
  ask(inquiriesOf()({ id }).order.post(order, under(formId)));
