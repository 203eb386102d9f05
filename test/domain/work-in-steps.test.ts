import { expect, test } from 'bun:test';
import { AppError } from '../../src/base/index.ts';
import { INQUIRY_FLOW, listSteps } from '../../src/flows/index.ts';
import { removeStage } from '../../src/inquiries/index.ts';
import { addProduct, applyStocktake, countProduct, dropStocktake, startStocktake } from '../../src/stock/index.ts';
import { beforeWrites, webhookEndpoints } from '../../src/storage/index.ts';
import { listEndpoints, removeEndpoint } from '../../src/webhooks/index.ts';
import { oldEndpoint } from '../support/old-rows.ts';
import { addInquiry, openTestStore, type TestStore } from '../support/store.ts';

/** A context whose caller passes the check before the first change, and fails all later checks. */
function leavingCtx(store: TestStore) {
  let changes = 0;
  const storage = beforeWrites(store.storage, () => {
    changes += 1;
    if (changes > 1) throw new AppError({ rule: 'key_needed' });
  });
  return { ...store.ctx(), storage };
}

const [NEW, DONE] = ['stage-new', 'stage-done'];

test('applying or dropping a stocktake is completed even if the person is signed out meanwhile', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  const productId = await addProduct(ctx, { externalId: 'rose', name: 'rose', sku: null, pieces: 10, price: 100 });
  for (const work of [applyStocktake, dropStocktake]) {
    const id = await startStocktake(ctx);
    await countProduct(ctx, { id, productId, pieces: 8 });
    await work(leavingCtx(store), id);
    // Only one stocktake can be open. So a new stocktake shows that the first one is over.
    const next = await startStocktake(ctx);
    expect(next).not.toBe(id);
    await dropStocktake(ctx, next);
  }
});

test('removing a stage or an endpoint is completed even if the person is signed out meanwhile', async () => {
  await using store = await openTestStore();
  await addInquiry(store.ctx());
  expect(await removeStage(leavingCtx(store), { id: NEW, to: DONE })).toBe(1);
  expect(listSteps(store.storage.read, store.workspace.seq, INQUIRY_FLOW).map(({ id }) => id)).not.toContain(NEW);
  await oldEndpoint(store);
  const [endpoint] = listEndpoints(store.storage, store.workspace);
  expect(await removeEndpoint(leavingCtx(store), endpoint?.id ?? '')).toBe(true);
  expect(store.storage.read.select().from(webhookEndpoints).all()).toEqual([]);
});
