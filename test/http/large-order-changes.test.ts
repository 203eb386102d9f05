import { expect, test } from 'bun:test';
import type { AppError } from '../../src/base/index.ts';
import { createOrder, getOrder, recordPayment, updateOrder } from '../../src/orders/index.ts';
import { orders } from '../../src/storage/index.ts';
import { countWork } from '../support/count-work.ts';
import { orderBody } from '../support/docket.ts';
import { expectFailure, expectOk, UNKNOWN_ID } from '../support/http-answers.ts';
import { countParses } from '../support/parses-a-step.ts';
import { shared } from '../support/shared.ts';
import { openTestStore } from '../support/store.ts';
import { openTimedShop } from '../support/timed-shop.ts';

const LARGE = 'x'.repeat(9_000);
const LONG = '12345678901234567890';
const part = () => ({ id: JSON.rawJSON(LONG), text: LARGE });

const textsOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`text ${at}`, LARGE]));

const shop = shared(openTimedShop);

test('an edit in the dashboard with a wrong version of the order is refused before any stored text is parsed', async () => {
  const owner = await shop.owner();
  const ctx = shop.store.ctx();
  const { id } = (await createOrder(ctx, orderBody({ client: part(), additional: part() }))).order;
  const path = `/app/api/workspaces/${shop.store.workspace.id}/orders`;
  const edit = (version: number | undefined, order = id) =>
    owner.post(`${path}/${order}/update`, { version, data: { client: { name: 'x' }, additional: { comment: 'x' } } });
  for (const version of [2, 9_999]) {
    let answer: Awaited<ReturnType<typeof edit>> | undefined;
    const parses = await countParses(LARGE, async () => {
      answer = await edit(version);
    });
    expect(parses.all).toBe(0);
    const failure = answer ?? (await edit(version));
    expectFailure(failure, 412, 'precondition_failed');
    expect(JSON.stringify(failure)).toContain('"currentEtag":"\\"1\\""');
  }
  expectFailure(await edit(1, UNKNOWN_ID), 404, 'order_not_found');
  expectFailure(await edit(undefined, UNKNOWN_ID), 404, 'order_not_found');
  expectOk(await edit(1));
});

const ORDER = { date: '2026-05-20T10:00:00Z', products: [{ name: 'Rose', quantity: 1, price: 1 }] };

test('a wrong If-Match is refused without reading the order’s texts, and a right If-Match needs no additional statement', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  const small = (await createOrder(ctx, { ...ORDER, requestKey: 'small' })).order.id;
  const large = (await createOrder(ctx, { ...ORDER, requestKey: 'large', additional: textsOf(40) })).order.id;
  using counter = await countWork(store.storage.path);
  const data = { platform: 'x' };
  const workOf = (reference: { id?: string; orderKey?: string }, ifMatch: string) =>
    counter.of(() => updateOrder(ctx, { ...reference, data, ifMatch }).catch(({ kind }) => kind));
  for (const ifMatch of ['"2"', '"x"', '"2", "3"']) {
    const costs = [await workOf({ id: small }, ifMatch), await workOf({ id: large }, ifMatch)];
    expect(costs[1]?.pages).toBe(costs[0]?.pages ?? 0);
    const byKey = [await workOf({ orderKey: 'small' }, ifMatch), await workOf({ orderKey: 'large' }, ifMatch)];
    expect(byKey[1]?.pages).toBe(byKey[0]?.pages ?? 0);
  }
  await recordPayment(ctx, { id: small, paymentId: 'p', amount: 1 });
  using later = await countWork(store.storage.path);
  const unchanged = { platform: '' };
  const looks = async (ifMatch: string | undefined) => {
    const { statements } = await later.of(() => updateOrder(ctx, { id: small, data: unchanged, ifMatch }));
    return statements.length;
  };
  expect(await looks('"2"')).toBe(await looks(undefined));
});

test('updates cannot make an order larger than 1.25 MiB, and a larger one may only shrink', async () => {
  const ctx = shop.store.ctx();
  const { order } = await createOrder(ctx, orderBody({ additional: textsOf(99) }));
  const update = (data: object) => updateOrder(ctx, { id: order.id, data }).catch(({ details }: AppError) => details);
  const tooLarge = { path: 'data.client', rule: 'order_texts', most: 1_310_720 };
  expect(await update({ client: textsOf(50), platform: 'x' })).toMatchObject([tooLarge]);
  const findThis = () => getOrder(ctx, order.id).order;
  expect(findThis()).toMatchObject({ version: 1, platform: '' });
  expect(await update({ client: textsOf(40) })).toMatchObject({ answer: { version: 2 } });
  // An earlier version of Docket may have left an order of this size.
  const { additional } = findThis();
  await shop.store.storage.write((tx) => tx.db.update(orders).set({ recipient: additional }).run());
  expect(await update({ client: textsOf(41) })).toMatchObject([tooLarge]);
  expect(await update({ client: textsOf(39), platform: 'y' })).toMatchObject({ answer: { version: 3 } });
});
