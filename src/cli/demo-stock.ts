import { addStatus, updateStatus } from '../orders/index.ts';
import { addProduct } from '../stock/index.ts';
import type { Ctx } from '../workspaces/index.ts';

/** What the florist of the demo has on hand at the month's beginning, and the status that takes it from the shelf. */

interface DemoProduct {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
}

const PIECES = [120, 90, 75, 60, 48];

/** @param products of the demo's orders */
export async function fillStock(ctx: Ctx, products: readonly DemoProduct[]): Promise<void> {
  const { storage, workspace, actor } = ctx;
  const onTheWay = { id: 'status-on-the-way', name: 'В доставке', tone: 'move', group: 'work' } as const;
  await addStatus({ storage, workspace, actor }, { ...onTheWay, writesOffStock: false, language: 'ru' });
  await updateStatus({ storage, workspace, actor }, { id: 'status-closed', writesOffStock: true });
  for (const [at, { id, sku, name }] of products.entries()) {
    await addProduct(ctx, { externalId: id, sku, name, pieces: PIECES[at % PIECES.length] ?? 0 });
  }
}
