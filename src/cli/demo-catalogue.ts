import type { DemoWords } from './demo-words.ts';

/** Five bouquets, then three extras; their names are in the owner's language. */
const PRODUCTS = [
  { id: 'rose-15', sku: 'R15', price: 2990 },
  { id: 'peony-9', sku: 'P9', price: 4500 },
  { id: 'tulip-25', sku: 'T25', price: 2750 },
  { id: 'mono-chrys', sku: 'C7', price: 1890 },
  { id: 'box-mini', sku: 'BX1', price: 1650 },
  { id: 'card', sku: 'CARD', price: 150 },
  { id: 'ribbon', sku: 'RIB', price: 40 },
  { id: 'vase', sku: 'VASE', price: 1200 },
];
const BOUQUETS = 5;

export const productsIn = ({ products }: DemoWords) =>
  PRODUCTS.map((product, at) => ({ ...product, name: products[at] ?? product.id }));
export const categoryIn = ({ categories }: DemoWords, at: number): string =>
  at < BOUQUETS ? categories.bouquets : categories.extras;

/** Chooses evenly and repeatably, without randomness. So screenshots of the demo stay the same. */
export const pick = <T>(list: readonly T[], at: number): T => {
  const found = list[(at * 7 + Math.floor(at / list.length)) % list.length];
  if (found === undefined) throw new Error('the list is empty');
  return found;
};

/** Russian surnames of women end in “а”, and fit only the first names of women. */
const isHers = (name: string): boolean => name.endsWith('а');
const namesLike = (name: string, names: readonly string[]): string[] =>
  names
    .filter((other) => isHers(other) === isHers(name))
    .map((other) => `${name.split(' ')[0]} ${other.split(' ')[1]}`);

const clientsIn = ({ names, streets }: DemoWords) =>
  names
    .flatMap((name) => namesLike(name, names))
    .map((name, at) => ({
      name,
      phone: `+7912${String(1_000_000 + at * 7919).slice(0, 7)}`,
      adress: `${pick(streets, at)}, ${1 + ((at * 7) % 90)}`,
      flat: String(1 + ((at * 11) % 120)),
    }));

export function orderContent(at: number, words: DemoWords) {
  const { names, cards } = words;
  const products = productsIn(words);
  const isDelivered = at % 3 !== 0;
  const { name, phone, adress, flat } = pick(clientsIn(words), at);
  const extra = pick(products.slice(BOUQUETS), at);
  return {
    client: { name, phone },
    recipient:
      at % 4 === 1 ? { name: pick(names, at + 3), phone: `+7921${String(2_000_000 + at * 6007).slice(0, 7)}` } : null,
    products: [
      { ...pick(products.slice(0, BOUQUETS), at), quantity: 1 + (at % 6 === 5 ? 1 : 0) },
      ...(at % 2 === 0 ? [{ ...extra, quantity: extra.id === 'ribbon' ? 1.5 : 1 }] : []),
    ],
    delivery: isDelivered ? { deliveryType: words.courier, price: 350, adress, flat } : { deliveryType: words.pickup },
    additional: { comment: at % 5 === 0 ? words.callBefore : null, cardText: pick(cards, at) },
  };
}

export function inquiryPayload(at: number, { names, wishes }: DemoWords) {
  return {
    name: pick(names, at + 1),
    phone: `+7903${String(3_000_000 + at * 4001).slice(0, 7)}`,
    message: pick(wishes, at),
    budget: 1500 + (at % 9) * 500,
    source: { page: '/contacts', utm: ['site', 'spring'] },
  };
}
