import { tryTo } from './try-to.ts';

/**
 * The last shop that was open on this device, for the page before sign-in. The server reveals nothing about shops to
 * strangers. The details kept here are on every printed slip anyway.
 */
export interface KeptShop {
  readonly name: string;
  readonly accent: string;
  /** The picture itself as a `data:` URL; null if the shop has none. */
  readonly logo: string | null;
}

/**
 * The storage key of the shop. Its number is the version of the stored shape: data in an older shape has another key
 * and is never read.
 */
const KEY = 'docket.shop.1';

export const keptShop = (): KeptShop | undefined =>
  tryTo(() => JSON.parse(localStorage.getItem(KEY) ?? 'null') as KeptShop | null) ?? undefined;

export const keepShop = (shop: KeptShop): void => tryTo(() => localStorage.setItem(KEY, JSON.stringify(shop)));
