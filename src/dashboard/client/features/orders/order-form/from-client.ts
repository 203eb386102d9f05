import { moneyText, parseNumber } from '../../../data/plain-values.ts';
import { loadClient } from '../../../parts/clients.ts';
import { loadOrder } from '../../../parts/orders.ts';
import type { KnownClient } from './data.ts';
import { type Draft, isForAnother } from './draft.ts';
import { draftOf } from './order-draft.ts';
import type { Fields } from './order-fields.ts';

type ChosenClient = Omit<KnownClient, 'orders'>;

export async function loadChosen(id: string): Promise<ChosenClient> {
  const { name, phone, email, last, addresses } = (await loadClient(id)).client;
  const { address = '', flat = '' } = addresses[0] ?? {};
  const order = last === null ? undefined : draftOf((await loadOrder(last.id)).order);
  const delivery = order?.delivery ?? { adress: address, flat };
  // The delivery of an order for another person is left out, because it went to that person's address.
  const own = order !== undefined && isForAnother(order) ? {} : delivery;
  return {
    name,
    phone,
    email,
    address: own['adress'] ?? '',
    flat: own['flat'] ?? '',
    deliveryType: delivery['deliveryType'] ?? '',
    deliveryPrice: parseNumber(delivery['price'] ?? '') || null,
  };
}

export function fieldsOf({ email, address: adress, flat, deliveryType, deliveryPrice }: ChosenClient): Fields {
  return { email, adress, flat, deliveryType, price: deliveryPrice === null ? '' : moneyText(deliveryPrice) };
}

/**
 * Fills the form with the client and the delivery of their last order. Values typed by hand stay.
 * @param before the values that the previously chosen client filled in
 */
export function filledForClient(draft: Draft, chosen: ChosenClient, before: Fields = {}): Draft {
  const { client, delivery } = draft;
  const { name, phone } = chosen;
  const { email = '', adress = '', flat = '', deliveryType = '', price = '' } = fieldsOf(chosen);
  const isFree = (path: string, text = ''): boolean => text === '' || text === before[path];
  const isGoing = isFree('adress', delivery['adress']) && isFree('flat', delivery['flat']);
  const isOurWay = isFree('deliveryType', delivery['deliveryType']) && isFree('price', delivery['price']);
  return {
    ...draft,
    client: { ...client, name, phone, ...(isFree('email', client['email']) ? { email } : {}) },
    delivery: {
      ...delivery,
      ...(isGoing ? { adress, flat } : {}),
      ...(isOurWay ? { deliveryType, price } : {}),
    },
  };
}
