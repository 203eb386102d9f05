import { workspace } from '../data/me.ts';
import { words } from '../words/words.ts';

/** The source of an order or a payment as people call it: by the name of its key. */
export function sourceName(source: string): string {
  if (source === '@dashboard') return words.value.orders.byHand;
  if (source === '@import') return words.value.menu.imported;
  return workspace.value?.sources.find((one) => one.source === source)?.name ?? source;
}
