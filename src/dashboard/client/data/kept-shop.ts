import { tryTo } from './try-to.ts';

/**
 * The shop that was open on this device last, for the page before signing in. The server tells strangers of no shop;
 * every slip shows the parts that are kept here.
 */
export interface KeptShop {
  readonly name: string;
  readonly accent: string;
  /** The picture itself, as a `data:` address; null where the shop has none. */
  readonly logo: string | null;
}

/** A new number where the shape changes: what an older page has kept is not read. */
const KEY = 'docket.shop.1';

export const keptShop = (): KeptShop | undefined =>
  tryTo(() => JSON.parse(localStorage.getItem(KEY) ?? 'null') as KeptShop | null) ?? undefined;

/** Keeps the shop's name and look for the sign-in page; if there is no room, the earlier ones stay. */
export const keepShop = (shop: KeptShop): void => tryTo(() => localStorage.setItem(KEY, JSON.stringify(shop)));
