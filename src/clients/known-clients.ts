import { inLine, isScalar, type JsonObject, listPriceOf, parseStored } from '../base/index.ts';
import { type Asker, fillDesk, type Order, type Product, searchTerms } from '../orders/index.ts';
import { digitsOf, foldText, keysOf } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { groupsOf } from './kept.ts';
import { CLIENT_TEXTS, partOf, textOf } from './summaries.ts';

export interface KnownClient {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  /** The address of the newest order for the client; empty if all orders were for somebody else. */
  readonly address: string;
  readonly flat: string;
  readonly deliveryType: string;
  /** The price of the last order's delivery in roubles; null if it was free or has no price. */
  readonly deliveryPrice: number | null;
  /** The client's newest orders, at most three, the newest first. */
  readonly orders: readonly EarlierOrder[];
}

interface EarlierOrder {
  readonly id: string;
  readonly num: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** The price in kopecks. */
  readonly price: number;
  readonly items: readonly EarlierItem[];
  /** The number of items beyond those listed. */
  readonly moreItems: number;
}

interface EarlierItem {
  /** The id that the order gives for the product; empty if the order gives none. */
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
  /** The price of one unit, in roubles. */
  readonly price: number;
  /** The price before a discount; null without a discount. */
  readonly listPrice: number | null;
}

/** The limit on the orders that are read for a typed text. The newest orders are read first. */
const LOOKED_AT = 30;
const CLIENTS = 5;
const ORDERS = 3;
const ITEMS = 20;
/** The least number of characters of a searched text. Shorter texts occur in nearly every order. */
const LEAST_CHARS = 3;

/**
 * Finds clients by a part of their name or phone. The client with the newest order comes first.
 * @param text at most 100 characters
 */
export async function findClients(
  ctx: Ctx,
  { text, asker }: { readonly text: string; readonly asker: Asker },
): Promise<KnownClient[]> {
  const terms = searchTerms(text);
  if (foldText(text).length < LEAST_CHARS) return [];
  const { orders } = await fillDesk(ctx, { filter: { text }, limit: LOOKED_AT, asker, shape: shapeEarlier });
  const keys = orders.map((order) => keyOf(order.client));
  const names = namesOf(ctx, keys);
  const found = new Map<string, [MatchedOrder, ...MatchedOrder[]]>();
  for (const [at, order] of orders.entries()) {
    const one = names.get(keys[at] ?? '');
    const key = one?.key ?? keys[at] ?? '';
    const known = found.get(key);
    if (known !== undefined) known.push(order);
    // `fillDesk` also finds orders by number or recipient, so this checks that the client's own name or phone matches.
    else if (holdsAll(order.client, terms) && found.size < CLIENTS) found.set(key, [order]);
  }
  return [...found].map(([key, earlier]) => shapeClient(earlier, names.get(key)?.name ?? ''));
}

const keyOf = (client: JsonObject): string =>
  keysOf(textOf(client, 'phone'), textOf(client, 'email'))?.key ?? foldText(textOf(client, 'name'));

interface NamedClient {
  /** The key of the client. For a client that was merged into another, it is the other client's key. */
  readonly key: string;
  /** The client's stored name, which replaces the name in the orders; empty if there is none. */
  readonly name: string;
}

function namesOf({ storage, workspace }: Ctx, keys: readonly string[]): ReadonlyMap<string, NamedClient> {
  const groups = groupsOf(storage.read, workspace.seq, [...new Set(keys)]);
  return new Map(
    groups.flatMap(({ root, keys: all }) => {
      const named = { key: root?.key ?? all[0] ?? '', name: root?.name ?? '' };
      return all.map((key): [string, NamedClient] => [key, named]);
    }),
  );
}

function holdsAll(client: JsonObject, terms: readonly (readonly string[])[]): boolean {
  const said = `${foldText(textOf(client, 'name'))}\n${digitsOf(textOf(client, 'phone'))}`;
  return terms.length > 0 && terms.every((spellings) => spellings.some((term) => said.includes(term)));
}

function shapeClient(orders: readonly [MatchedOrder, ...MatchedOrder[]], given: string): KnownClient {
  const [{ client, delivery }] = orders;
  const own = orders.find((order) => !isForAnother(order))?.delivery ?? {};
  return {
    name: given === '' ? textOf(client, 'name') : given,
    phone: textOf(client, 'phone'),
    email: textOf(client, 'email'),
    address: textOf(own, 'adress'),
    flat: textOf(own, 'flat'),
    deliveryType: textOf(delivery, 'deliveryType'),
    deliveryPrice: typeof delivery['price'] === 'number' ? delivery['price'] || null : null,
    orders: orders
      .slice(0, ORDERS)
      .map(({ client: _client, delivery: _delivery, recipient: _recipient, ...earlier }) => earlier),
  };
}

function isForAnother({ client, recipient }: MatchedOrder): boolean {
  const [name, phone] = [textOf(recipient, 'name'), textOf(recipient, 'phone')];
  const isSame = phone === '' ? name === textOf(client, 'name') : keyOf({ phone }) === keyOf(client);
  return (name !== '' || phone !== '') && !isSame;
}

interface MatchedOrder extends EarlierOrder {
  readonly client: JsonObject;
  readonly recipient: JsonObject;
  readonly delivery: JsonObject;
}

function shapeEarlier({ id, num, date, price, products, client, recipient, delivery }: Order): MatchedOrder {
  const all = parseStored<readonly Product[]>(products);
  const items = all.slice(0, ITEMS).map((product) => ({
    id: inLine(product['id']),
    sku: inLine(product['sku']),
    name: product.name,
    quantity: product.quantity,
    price: product.price,
    listPrice: listPriceOf(product) ?? null,
  }));
  const moreItems = all.length - items.length;
  const shipped = partOf(delivery, [...PLACE_TEXTS, 'price']);
  return {
    id,
    num,
    date,
    price,
    items,
    moreItems,
    client: textsOf(partOf(client, CLIENT_TEXTS), CLIENT_TEXTS),
    recipient: textsOf(partOf(recipient, CLIENT_TEXTS), CLIENT_TEXTS),
    delivery: {
      ...textsOf(shipped, PLACE_TEXTS),
      price: isScalar(shipped['price']) ? (shipped['price'] ?? null) : null,
    },
  };
}

const PLACE_TEXTS = ['adress', 'flat', 'deliveryType'];

/**
 * Copies only the named texts. If `part` were kept, all its fields would stay in memory until the last order is read.
 */
const textsOf = (part: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, textOf(part, name)]));
