import { OWN_DIGITS, ownDigits } from '../../../../data/plain-values.ts';
import { findClients, findProducts, type KnownClient, type ProductOffer } from '../data.ts';
import { matchProduct, searchFor } from './match-product.ts';
import type { Part } from './part.ts';
import { fold, goodsNamedIn, type LineMatches, mayBeGoods, namesWithPerson, typedName } from './wish-of.ts';

export interface Lookups {
  readonly digits: string;
  readonly name: string;
  readonly goods: readonly string[];
}

export function wantedOf(parts: readonly Part[]): Lookups {
  const said = (kind: 'phone' | 'tail'): string =>
    parts.flatMap((part) => (part.kind === kind ? [part.value] : []))[0] ?? '';
  const digits = ownDigits(said('phone')) || said('tail');
  // A number alone must not find a product, because products have numbers in their names.
  const goods = [...parts.flatMap(goodsNamedIn), ...namesWithPerson(parts)].filter((one) => /\p{L}/u.test(one));
  const [name = ''] = parts.filter((part) => part.kind === 'name').map(typedName);
  return { digits, name, goods: [...new Set([...goods, ...(mayBeGoods(name, digits !== '') ? [name] : [])])] };
}

/**
 * Finds the client whose phone ends with these digits. A name in the line must match, since a phone may have a new
 * owner. If several clients or none match, returns all clients with these digits as `others`.
 */
function clientOf(clients: readonly KnownClient[], { digits, name }: Lookups): Pick<LineMatches, 'client' | 'others'> {
  const all = clients.filter(({ phone }) => ownDigits(phone).endsWith(digits));
  const isNamed = (client: KnownClient): boolean =>
    client.name === '' ? digits.length === OWN_DIGITS : fold(client.name).includes(fold(name));
  const [one, other] = name === '' ? all : all.filter(isNamed);
  return other === undefined && one !== undefined ? { client: one } : { others: all };
}

/** Creates the function that looks up a line's client and products. It looks up each product name only once. */
export function createFinder() {
  const products = new Map<string, ProductOffer | undefined>();
  return async (wanted: Lookups): Promise<LineMatches> => {
    const clients = wanted.digits === '' ? [] : await findClients(wanted.digits);
    for (const name of wanted.goods) {
      if (!products.has(name)) products.set(name, matchProduct(name, await findProducts(searchFor(name))));
    }
    const known = wanted.goods.flatMap((name): [string, ProductOffer][] => {
      const product = products.get(name);
      return product === undefined ? [] : [[name, product]];
    });
    // A product and its price, such as "Весна 2500", look like a client's name and part of a phone.
    const isProduct = wanted.digits !== '' && products.get(wanted.name) !== undefined;
    const found = clientOf(clients, { ...wanted, name: isProduct ? '' : wanted.name });
    const mayBePrice = isProduct && wanted.digits.length < OWN_DIGITS && found.client !== undefined;
    return { ...(mayBePrice ? { others: [found.client] } : found), products: new Map(known) };
  };
}
