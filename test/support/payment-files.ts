import { nextTurn } from '../../src/base/index.ts';
import { type Choice, openSource } from '../../src/imports/index.ts';
import { createOrder, openPaymentFile } from '../../src/orders/index.ts';
import { type ImportShop, readPayments } from './imports.ts';
import { tempFile } from './temp-file.ts';

/** Creates orders of one item each. @param prices by order number, in roubles */
export async function addPriced(store: ImportShop, prices: Readonly<Record<string, number>>, source = 'shop') {
  const ids: Record<string, string> = {};
  for (const [num, price] of Object.entries(prices)) {
    const products = [{ name: 'Роза', quantity: 1, price }];
    const { order } = await createOrder(store.ctx(source), { num, date: '2026-03-08T00:00:00+03:00', products });
    ids[num] = order.id;
  }
  return ids;
}

export async function readPaymentFile(
  store: ImportShop,
  bytes: Uint8Array,
  choice: Choice & { readonly sheet?: number } = {},
) {
  using file = tempFile(bytes);
  const { sheet, ...how } = choice;
  const source = await openSource({ path: file.path, sheet }, () => nextTurn(store.workspace.seq));
  return await openPaymentFile(store.importing, { source, ...how });
}

interface Begin {
  readonly tell?: boolean;
  readonly over?: boolean;
}

/**
 * Imports payments from a text, and finishes the import. @returns the import, its file, and the plan from before the
 * import
 */
export async function bringPayments(store: ImportShop, text: string, how: Begin & Choice = {}) {
  const { tell = false, over = false, ...choice } = how;
  const file = await readPayments(store.importing, text, choice);
  const planned = await file.plan();
  const id = await store.bring(file, { tell, over });
  return { id, file, planned, counts: store.stateOf(id).counts };
}
