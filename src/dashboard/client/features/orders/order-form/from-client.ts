import type { ClientData } from '../../../parts/clients.ts';
import type { Draft } from './draft.ts';

/** A form filled with the client and the address of their last order. */
export function filledForClient(draft: Draft, { name, phone, email, addresses }: ClientData): Draft {
  const [last] = addresses;
  const delivery = last === undefined ? {} : { adress: last.address, flat: last.flat };
  return { ...draft, client: { ...draft.client, name, phone, email }, delivery: { ...draft.delivery, ...delivery } };
}
