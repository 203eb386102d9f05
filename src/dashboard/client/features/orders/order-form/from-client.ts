import type { ClientData } from '../../../parts/clients.ts';
import type { Draft } from './draft.ts';

/** A form with who the client is, and where their last order went. */
export function filledForClient(draft: Draft, { name, phone, email, addresses }: ClientData): Draft {
  const [last] = addresses;
  const delivery = last === undefined ? {} : { adress: last.address, flat: last.flat };
  return { ...draft, client: { ...draft.client, name, phone, email }, delivery: { ...draft.delivery, ...delivery } };
}
