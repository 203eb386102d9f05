import { ask } from '../../../data/api.ts';
import { workspaceId } from '../../../data/me.ts';
import { ownDigits } from '../../../data/plain-values.ts';
import { useLoaded } from '../../../data/use-loaded.ts';
import { ordersOf } from '../../../parts/orders.ts';

const LEAST_CHARS = 3;
const PHONE_DIGITS = 7;
const QUERY_CHARS = 100;

const loadUsual = () => ask(ordersOf().usual.get());
export type Usual = Awaited<ReturnType<typeof loadUsual>>;
const NONE: Usual = { platforms: [], deliveryTypes: [] };

export const useUsual = (): Usual => useLoaded(loadUsual, workspaceId()).data ?? NONE;

const loadProducts = (q: string) => ask(ordersOf().products.get({ query: { q } }));
export type ProductOffer = Awaited<ReturnType<typeof loadProducts>>['products'][number];

export const findProducts = async (text: string): Promise<readonly ProductOffer[]> =>
  text === '' ? [] : (await loadProducts(text.slice(0, QUERY_CHARS))).products;

export const findScanned = async (code: string): Promise<ProductOffer | null> =>
  (await ask(ordersOf().scanned.get({ query: { code } }))).product;

/**
 * The workspaces whose price list had a product in stock when this tab last loaded it. Docket assumes that other
 * workspaces do not count their stock.
 */
const counting = new Set<string>();
/**
 * Returns true if 0 pieces of a product mean that it is sold out. In a shop that does not count its stock, they mean
 * nothing.
 */
export const countsStock = (): boolean => counting.has(workspaceId());

const unpriced = new Set<string>();

async function loadPriceList() {
  const list = await ask(ordersOf()['price-list'].get());
  if (list.products.length === 0) unpriced.add(workspaceId());
  else unpriced.delete(workspaceId());
  if (list.products.some(({ quantity }) => quantity > 0)) counting.add(workspaceId());
  else counting.delete(workspaceId());
  return list;
}

/**
 * Returns false if the price list was empty when it was last loaded. The page then reserves no space while the list
 * loads.
 */
export const mayHavePrices = (): boolean => !unpriced.has(workspaceId());

export const usePriceList = () => useLoaded(loadPriceList, workspaceId(), { later: true }).data;

const loadClients = (q: string) => ask(ordersOf().clients.get({ query: { q } }));
export type KnownClient = Awaited<ReturnType<typeof loadClients>>['clients'][number];
export type EarlierOrder = KnownClient['orders'][number];

export const findClients = async (text: string): Promise<readonly KnownClient[]> =>
  text.length < LEAST_CHARS ? [] : (await loadClients(text.slice(0, QUERY_CHARS))).clients;

/**
 * Finds the client with this phone, together with the client's earlier orders. Undefined during the search, and if
 * there is no such client.
 */
export function useClientOf(phone: string): KnownClient | undefined {
  const digits = ownDigits(phone);
  const key = digits.length < PHONE_DIGITS ? '' : digits;
  const find = async () => (key === '' ? [] : findClients(key));
  const { data, isOld } = useLoaded(find, key, { after: 300 });
  return isOld ? undefined : data?.find((client) => ownDigits(client.phone) === digits);
}
