import type { Language } from '../base/index.ts';
import { addStep, ORDER_FLOW, updateStep } from '../flows/index.ts';
import { addProduct } from '../stock/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { categoryIn, productsIn } from './demo-catalogue.ts';
import { DEMO_WORDS } from './demo-words.ts';

const PIECES = [120, 90, 75, 60, 48];
/** The stock level below which the pages warn. The demo's orders leave a few products below this level. */
const WARN_BELOW = 25;

export async function fillStock(ctx: Ctx, language: Language): Promise<void> {
  const words = DEMO_WORDS[language];
  const of = { flow: ORDER_FLOW, language };
  const onTheWay = { id: 'status-on-the-way', name: words.onTheWay, tone: 'move', group: 'work' } as const;
  await addStep(ctx, { ...of, ...onTheWay });
  await updateStep(ctx, { ...of, id: 'status-closed', writesOffStock: true });
  for (const [at, { id, sku, name, price }] of productsIn(words).entries()) {
    const pieces = PIECES[at % PIECES.length] ?? 0;
    const listed = { price, category: categoryIn(words, at), warnBelow: WARN_BELOW };
    await addProduct(ctx, { externalId: id, sku, name, ...listed, pieces });
  }
}
