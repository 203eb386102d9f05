import { expect, test } from 'bun:test';
import { addPerson } from '../../src/people/index.ts';
import { addEndpoint, settleAttempts } from '../../src/webhooks/index.ts';
import { updateWorkspace } from '../../src/workspaces/index.ts';
import { signedIn, type Visitor } from '../support/browser-session.ts';
import { client } from '../support/docket.ts';
import { expectFailure, expectOk, placeOrder } from '../support/http-answers.ts';
import { openTimedShop, type TimedShop } from '../support/timed-shop.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const UNCHECKED = { check: async (url: string) => ({ url, problem: null }) };
const POLICY = { scheduleMs: [1, 1, 1, 1], warnAfter: 4, suspendAfterMs: HOUR_MS };

const look = async (shop: TimedShop, who: Visitor, days = '30') =>
  expectOk(await who.get(`${shop.base}/overview?days=${days}`));

interface Line {
  readonly kind: string;
  readonly filter?: string;
  readonly count?: number;
}
const kindsOf = async (shop: TimedShop, who: Visitor): Promise<string[]> =>
  (await look(shop, who)).attention.map(({ kind }: Line) => kind);

async function attempt(
  { store }: TimedShop,
  endpointSeq: number,
  eventSeq: number,
  number: number,
  reason: 'timeout' | 'connection_refused' | null,
) {
  const result = { reason, httpCode: reason === null ? 200 : null, response: null };
  const one = { endpointSeq, eventSeq, kind: 'scheduled', attempt: number, requestSeq: null } as const;
  const outcome = { ...one, ...result, durationMs: 100 * number, at: store.world.clock.now() };
  await store.storage.write((tx) => settleAttempts(tx, POLICY, null, [outcome]));
}

test('a shop’s figures are in roubles, include only its own orders, and use the days of its own time zone', async () => {
  await using shop = await openTimedShop();
  const owner = await shop.owner();
  const api = client(shop.url, (await shop.newKey('Site')).key);
  const empty = await look(shop, owner);
  expect(empty.today).toBe('2026-05-20');
  expect(empty.weekAgo).toBe('2026-05-13');
  expect(empty.days).toHaveLength(60);
  expect(empty.now).toBe('12:30');
  expect(empty.owed).toEqual(Array.from({ length: 30 }, () => 0));
  expect(expectOk(await owner.get(`${shop.base}/orders/choices`)).unpaid).toBe(empty.filters.owed);
  const body = { date: '2026-05-20T23:59:00+03:00', delivery: null, timeStart: '14:00' };
  const order = await placeOrder(api, { ...body, products: [{ name: 'R', quantity: 1, price: 99.99 }] });
  expectOk(await api.post('/api/v1/orders/payment', { id: order.id, paymentId: 'p-1', amount: 0.5 }));
  const seen = await look(shop, owner);
  expect(seen.days.at(-1)).toEqual({ day: '2026-05-20', made: 1, orders: 1, revenue: 99.99, paid: 0.5, owed: 99.49 });
  expect(seen.owed.slice(-2)).toEqual([0, 99.49]);
  expect(seen.hours).toEqual([{ hour: 14, open: 1, late: 0, done: 0 }]);
  expect(seen.coming).toMatchObject([{ id: order.id, timeStart: '14:00', clientPhone: '+79123456789' }]);
  expect((await look(shop, owner, '90')).days).toHaveLength(180);
  expectFailure(await owner.get(`${shop.base}/overview?days=31`), 422, 'validation_failed');
  // 21:00 UTC is midnight in Moscow.
  shop.store.world.clock.set(Date.UTC(2026, 4, 20, 21));
  expect((await look(shop, owner)).today).toBe('2026-05-21');
  expectOk(await owner.post('/app/api/account', { language: 'ru' }));
  expect((await look(shop, owner)).statuses[0].name).toBe('Новый');
});

test('late orders of yesterday and today are listed before older late orders', async () => {
  await using shop = await openTimedShop();
  const owner = await shop.owner();
  const api = client(shop.url, (await shop.newKey('Site')).key);
  const make = async (date: string, timeEnd: string | null): Promise<string> =>
    (await placeOrder(api, { date: `${date}T12:00:00+03:00`, timeStart: null, timeEnd })).num;
  const forgotten: string[] = [];
  for (let day = 10; day < 16; day += 1) forgotten.push(await make(`2026-05-${day}`, null));
  const today = await make('2026-05-20', '11:00');
  const evening = await make('2026-05-19', '20:00');
  const morning = await make('2026-05-19', '09:00');
  const { late } = await look(shop, owner);
  expect(late.count).toBe(9);
  expect(late.orders.map(({ num }: { num: string }) => num)).toEqual([
    morning,
    evening,
    today,
    ...forgotten.toReversed().slice(0, 2),
  ]);
});

test('orders that need attention are listed until they are done, with a filter for exactly these orders', async () => {
  await using shop = await openTimedShop();
  const owner = await shop.owner();
  const api = client(shop.url, (await shop.newKey('Site')).key);
  expect(await kindsOf(shop, owner)).toEqual(['mail-off']);
  const made: string[] = [];
  for (const date of ['2026-05-18', '2026-05-20', '2026-05-21']) {
    const order = await placeOrder(api, { date: `${date}T10:00:00+03:00` });
    made.push(order.id);
  }
  expectOk(await api.post('/api/v1/orders/payment', { id: made[0], paymentId: 'p', amount: 1 }));
  // An order that may still be paid today needs no attention.
  expectOk(await api.post('/api/v1/orders/payment', { id: made[1], paymentId: 'r', amount: 1 }));
  const { attention } = await look(shop, owner);
  expect(attention).toMatchObject([{ kind: 'orders-partial', count: 1, oldest: '2026-05-18' }, { kind: 'mail-off' }]);
  for (const { filter, count } of attention as Line[]) {
    if (filter === undefined) continue;
    const shown = expectOk(await owner.get(`${shop.base}/orders?filter=${encodeURIComponent(filter)}`));
    expect(shown.orders).toHaveLength(count ?? 0);
  }
  const ids = made.slice(0, 2);
  expectOk(await owner.post(`${shop.base}/orders/statuses`, { ids, statusId: 'status-closed' }));
  expectOk(await api.post('/api/v1/orders/payment', { id: made[0], paymentId: 'q', amount: 3349.5 }));
  expect(await kindsOf(shop, owner)).toEqual(['mail-off']);
});

test('failing and suspended endpoints and switched-off webhooks are shown until they are fixed', async () => {
  await using shop = await openTimedShop();
  const { workspace, world } = shop.store;
  const owner = await shop.owner();
  const api = client(shop.url, (await shop.newKey('Site')).key);
  const input = { url: 'https://shop.example.com/', events: ['order.created'] } as const;
  const { id } = await addEndpoint({ ...shop.store.ctx(), random: world.random, outbound: UNCHECKED }, input);
  await placeOrder(api, { date: '2026-06-20T10:00:00+03:00' });
  for (const number of [1, 2, 3]) await attempt(shop, 1, 1, number, 'timeout');
  expect((await look(shop, owner)).attention[0]).toMatchObject({ kind: 'endpoint-failing', id, url: input.url });
  world.clock.advance(2 * HOUR_MS);
  await attempt(shop, 1, 1, 4, 'connection_refused');
  expect((await look(shop, owner)).attention[0]).toMatchObject({ kind: 'endpoint-suspended', id });
  expectOk(await owner.post(`${shop.base}/webhooks/${id}/resume`, {}));
  await attempt(shop, 1, 1, 5, null);
  expect(await kindsOf(shop, owner)).toEqual(['mail-off']);
  expectOk(await owner.post('/app/api/prove', { password: 'correct horse' }));
  expectOk(await owner.post(`${shop.base}/settings/plan`, { webhooksEnabled: false }));
  expect((await look(shop, owner)).attention[0]).toEqual({ kind: 'webhooks-off', count: 1 });
  expectOk(await owner.post(`${shop.base}/webhooks/${id}/update`, { enabled: false }));
  expect(await kindsOf(shop, owner)).toEqual(['mail-off']);
  const { hours, onlyLast, timeoutMs } = expectOk(await owner.get(`${shop.base}/webhooks/${id}/hours`));
  expect(hours).toHaveLength(48);
  expect(onlyLast).toBe(null);
  expect(timeoutMs).toBe(15_000);
  expect(hours.at(-3)).toMatchObject({ succeeded: 0, failed: 3, medianMs: 200, p95Ms: 300 });
  // A call that never reached the server has no duration.
  expect(hours.at(-1)).toMatchObject({ succeeded: 1, failed: 1, medianMs: 500, p95Ms: 500 });
  expectFailure(await owner.get(`${shop.base}/webhooks/${workspace.id}/hours`), 404, 'not_found');
});

test('the overview warns only owners about an API key unused for 90 days, until the key is revoked', async () => {
  await using shop = await openTimedShop();
  const { world } = shop.store;
  const person = { email: 'viewer@example.com', password: 'correct horse', role: 'viewer' } as const;
  await addPerson(shop.store.ctx(), person);
  const { id } = await shop.newKey('Till');
  world.clock.advance(90 * DAY_MS);
  expect(await kindsOf(shop, await shop.owner())).toEqual(['mail-off']);
  world.clock.advance(1);
  const owner = await shop.owner();
  expect((await look(shop, owner)).attention).toEqual([
    { kind: 'key-unused', id, name: 'Till', lastUsedAt: null },
    { kind: 'mail-off' },
  ]);
  const viewer = await signedIn(shop.url, person.email, person.password, true);
  expect(await kindsOf(shop, viewer)).toEqual([]);
  expectOk(await owner.post(`${shop.base}/keys/${id}/revoke`));
  expect(await kindsOf(shop, owner)).toEqual(['mail-off']);
});

test('a shop whose plan has no webhooks is shown nothing about them', async () => {
  await using shop = await openTimedShop();
  const { world } = shop.store;
  const owner = await shop.owner();
  const input = { url: 'https://shop.example.com/', events: ['order.created'] } as const;
  await addEndpoint({ ...shop.store.ctx(), random: world.random, outbound: UNCHECKED }, input);
  await updateWorkspace(shop.store.ctx(), { plan: 'free', webhooksEnabled: false });
  expect(await kindsOf(shop, owner)).toEqual(['mail-off']);
});

test('the overview of a damaged database lists the damage before all other problems', async () => {
  await using shop = await openTimedShop();
  const owner = await shop.owner();
  shop.store.storage.damage.note('table orders: a page makes no sense');
  expect((await kindsOf(shop, owner))[0]).toBe('file-damaged');
});
