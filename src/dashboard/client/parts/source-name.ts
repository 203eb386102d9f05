import { workspace } from '../data/me.ts';
import { words } from '../words/words.ts';

/** Returns the everyday name of an order's or payment's source, which is the name of its API key. */
export function sourceName(source: string): string {
  if (source === '@dashboard') return words.value.orders.byHand;
  if (source === '@import') return words.value.menu.imported;
  return workspace.value?.sources.find((one) => one.source === source)?.name ?? source;
}
