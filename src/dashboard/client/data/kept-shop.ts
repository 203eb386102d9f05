import { tryTo } from './try-to.ts';

/**
 * A copy of the last shop that was open on this device. The page before sign-in shows this copy, because the server
 * tells strangers nothing about shops. The copy reveals no secret: its details are on every printed slip.
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
