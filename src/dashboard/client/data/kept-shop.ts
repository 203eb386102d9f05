/**
 * The shop that was open on this device last, for the page before signing in. The server tells strangers of no shop; what is
 * kept here is what stands on every slip.
 */
export interface KeptShop {
  readonly name: string;
  readonly accent: string;
  /** The picture itself, as a `data:` address; null where the shop has none. */
  readonly logo: string | null;
}

/** A new number where the shape changes: what an older page has kept is not read. */
const KEY = 'docket.shop.1';

export function keptShop(): KeptShop | undefined {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === null ? undefined : (JSON.parse(kept) as KeptShop);
  } catch {
    return undefined;
  }
}

export function keepShop(shop: KeptShop): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(shop));
  } catch {
    // No room for it: the page before signing in shows what was kept before.
  }
}
