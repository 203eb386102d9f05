import { inLine, type JsonObject, parseStored } from '../../base/index.ts';
import { digitsOf, foldText } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import type { Asker } from '../fill-page.ts';
import { searchTerms } from '../find/search.ts';
import type { Order } from '../order.ts';
import type { Product } from '../pricing.ts';
import { fillDesk } from './list.ts';

/** A client of earlier orders, found in the newest ones that hold the typed text. */
export interface KnownClient {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  /** Where the last order went. */
  readonly address: string;
  readonly flat: string;
  readonly deliveryType: string;
  /** Newest first. */
  readonly orders: readonly EarlierOrder[];
}

interface EarlierOrder {
  readonly id: string;
  readonly num: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Kopecks. */
  readonly price: number;
  readonly items: readonly EarlierItem[];
  /** The number of its further items. */
  readonly moreItems: number;
}

interface EarlierItem {
  /** The product's in the stock list; empty where it has none. */
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
  /** Roubles, for one. */
  readonly price: number;
}

/** The most orders, newest first, that are read for a typed text. */
const LOOKED_AT = 30;
const CLIENTS = 5;
const ORDERS = 3;
const ITEMS = 20;
/** Fewer letters or digits are in everybody's orders. */
const LEAST_CHARS = 3;
/** A Russian number without its 7 or 8. */
const OWN_DIGITS = 10;

/** Clients whose name or phone holds the text, the one who ordered last first. @param text at most 100 characters */
export async function findClients(
  ctx: Ctx,
  { text, asker }: { readonly text: string; readonly asker: Asker },
): Promise<KnownClient[]> {
  const terms = searchTerms(text);
  if (foldText(text).length < LEAST_CHARS) return [];
  const { orders } = await fillDesk(ctx, { filter: { text }, limit: LOOKED_AT, asker, shape: shapeEarlier });
  const found = new Map<string, [Looked, ...Looked[]]>();
  for (const order of orders) {
    const key = keyOf(order.client);
    const known = found.get(key);
    if (known !== undefined) known.push(order);
    // The text may stand in the order's number, or in who receives it.
    else if (holdsAll(order.client, terms) && found.size < CLIENTS) found.set(key, [order]);
  }
  return [...found.values()].map(shapeClient);
}

const partOf = (part: string | null): JsonObject => (part === null ? {} : parseStored<JsonObject>(part));
const textOf = (part: JsonObject, field: string): string => inLine(part[field]).trim();

/** Two orders are of one client by the phone, and where there is none by the name. */
function keyOf(client: JsonObject): string {
  const digits = digitsOf(textOf(client, 'phone')).slice(-OWN_DIGITS);
  return digits === '' ? foldText(textOf(client, 'name')) : digits;
}

function holdsAll(client: JsonObject, terms: readonly (readonly string[])[]): boolean {
  const said = `${foldText(textOf(client, 'name'))}\n${digitsOf(textOf(client, 'phone'))}`;
  return terms.length > 0 && terms.every((spellings) => spellings.some((term) => said.includes(term)));
}

function shapeClient(orders: readonly [Looked, ...Looked[]]): KnownClient {
  const [{ client, delivery }] = orders;
  return {
    name: textOf(client, 'name'),
    phone: textOf(client, 'phone'),
    email: textOf(client, 'email'),
    address: textOf(delivery, 'adress'),
    flat: textOf(delivery, 'flat'),
    deliveryType: textOf(delivery, 'deliveryType'),
    orders: orders.slice(0, ORDERS).map(({ client: _client, delivery: _delivery, ...earlier }) => earlier),
  };
}

/** An order that holds the text, with what it says of its client. */
interface Looked extends EarlierOrder {
  readonly client: JsonObject;
  readonly delivery: JsonObject;
}

function shapeEarlier({ id, num, date, price, products, client, delivery }: Order): Looked {
  const all = parseStored<readonly Product[]>(products);
  const items = all.slice(0, ITEMS).map((product) => ({
    id: inLine(product['id']),
    sku: inLine(product['sku']),
    name: product.name,
    quantity: product.quantity,
    price: product.price,
  }));
  const moreItems = all.length - items.length;
  return { id, num, date, price, items, moreItems, client: partOf(client), delivery: partOf(delivery) };
}
