import { expect, test } from 'bun:test';
import { AppError } from '../../src/base/index.ts';
import {
  type CloseDay,
  closeDay,
  deletePayment,
  editPayment,
  getDeskOrder,
  listClosedDays,
  listCloses,
  readTill,
  recordPayment,
  refundPayment,
} from '../../src/orders/index.ts';
import { auditLog, dayCloses } from '../../src/storage/index.ts';
import { type Ctx, updateWorkspace } from '../../src/workspaces/index.ts';
import { diceOf, payAtRandom } from '../support/paid-shop.ts';
import {
  addOrder,
  asker,
  openTestStore,
  refusalOf,
  rowsOf,
  secondWorkspace,
  type TestStore,
} from '../support/store.ts';

const till = (store: TestStore, day: string, ctx = store.ctx()) =>
  readTill(ctx, { day, nowMs: store.world.clock.now(), asker });

/** The counted cash equals the expected cash unless `more` says otherwise. */
async function close(store: TestStore, day: string, more: Partial<CloseDay> = {}, ctx = store.ctx()): Promise<string> {
  const { cashReceived, cashRefunded, closes } = await till(store, day, ctx);
  const opening = more.opening ?? 0;
  const expected = Math.round(opening * 100 + cashReceived - cashRefunded) / 100;
  const page = { day, opening, expected, counted: Math.max(expected, 0), after: closes[0]?.id ?? null, methods: [] };
  return closeDay(ctx, { ...page, nowMs: store.world.clock.now(), ...more });
}

/** The local day in a time zone, calculated independently of the product. */
const wallDay = (ms: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(ms);

async function pay(store: TestStore, paymentMethod: string, amount: number, paidAt: string): Promise<string> {
  const products = [{ name: 'Rose', quantity: 1, price: 10_000 }];
  const id = await addOrder(store.ctx(), { products });
  await recordPayment(store.ctx(), { id, paymentId: crypto.randomUUID(), amount, paidAt, paymentMethod });
  return id;
}

const refOf = (store: TestStore, orderId: string) => {
  const { order, payments } = getDeskOrder(store.ctx(), orderId);
  return { orderId: order.id, paymentId: payments[0]?.id ?? '' };
};

test('a day’s figures equal its payments, and counted cash is compared with cash payments', async () => {
  for (let seed = 1; seed <= 5; seed += 1) {
    await using store = await openTestStore();
    const dice = diceOf(seed);
    const { lines } = await payAtRandom(store.ctx(), store.world, seed);
    const days = Map.groupBy(lines, ({ at }) => wallDay(at, 'Europe/Moscow'));
    for (const [day, ofDay] of days) {
      const sum = (kind: string, method?: string) =>
        ofDay
          .filter((line) => line.kind === kind && line.method === (method ?? line.method))
          .reduce((all, { amount }) => all + amount, 0);
      const found = await till(store, day);
      const sums = { received: sum('payment'), refunded: sum('refund') };
      const cash = { cashReceived: sum('payment', 'cash'), cashRefunded: sum('refund', 'cash') };
      expect(found).toMatchObject({ ...sums, ...cash });
      for (const { name, received, refunded, isCash } of found.methods) {
        expect([received, refunded, isCash]).toEqual([
          sum('payment', name ?? ''),
          sum('refund', name ?? ''),
          name === 'cash',
        ]);
      }
      const [opening, counted] = [dice.below(900_000), dice.below(9_000_000)];
      const id = await close(store, day, { opening: opening / 100, counted: counted / 100, note: ' counted twice ' });
      const expected = opening + cash.cashReceived - cash.cashRefunded;
      const [closed] = (await till(store, day)).closes;
      const figures = { opening, counted, expected, difference: counted - expected, note: 'counted twice' };
      expect(closed).toMatchObject({ id, ...sums, ...cash, ...figures, methods: found.methods });
    }
    const { days: listed, nextCursor } = await listClosedDays(store.ctx(), { limit: 100, asker });
    expect(listed.map(({ day }) => day)).toEqual([...days.keys()].toSorted().toReversed());
    expect([listed.some(({ isChanged }) => isChanged), nextCursor]).toEqual([false, null]);
  }
});

test.each([
  ['Europe/Moscow', '2026-05-20', '2026-05-19T21:00:00.000Z', '2026-05-20T20:59:59.999Z'],
  // Days of 23 and 25 hours.
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z', '2026-01-01T09:59:59.999Z'],
])('in %s the day %s begins and ends by the shop’s clock', async (zone, day, first, last) => {
  await using store = await openTestStore(zone);
  const beside = (iso: string, ms: number): string => new Date(Date.parse(iso) + ms).toISOString();
  for (const [amount, paidAt] of [
    [1, beside(first, -1)],
    [20, first],
    [300, last],
    [4_000, beside(last, 1)],
  ] as const) {
    await pay(store, 'cash', amount, paidAt);
  }
  expect((await till(store, day)).received).toBe(32_000);
});

test('a closed day keeps its bounds when the shop’s time zone changes', async () => {
  await using store = await openTestStore();
  await pay(store, 'cash', 100, '2026-05-19T21:30:00Z');
  await close(store, '2026-05-20');
  await updateWorkspace(store.ctx(), { timeZone: 'UTC' });
  const ctx: Ctx = { ...store.ctx(), workspace: { ...store.workspace, timeZone: 'UTC' } };
  expect(await till(store, '2026-05-20', ctx)).toMatchObject({ received: 10_000, changes: [] });
  await close(store, '2026-05-20', {}, ctx);
  expect((await till(store, '2026-05-20', ctx)).closes.map(({ timeZone }) => timeZone)).toEqual([
    'Europe/Moscow',
    'Europe/Moscow',
  ]);
  await close(store, '2026-05-19', {}, ctx);
  expect((await till(store, '2026-05-19', ctx)).closes[0]?.timeZone).toBe('UTC');
});

const ruleOf = async (act: Promise<unknown>) => (await refusalOf(act))?.refusal.rule;

test('two people who close a day at once record one close, and a later close adds another', async () => {
  await using store = await openTestStore();
  const day = '2026-05-20';
  await pay(store, 'cash', 100, '2026-05-20T10:00:00Z');
  const both = await Promise.all([1, 2].map((counted) => ruleOf(close(store, day, { counted }))));
  expect(both.toSorted()).toEqual(['till_changed', undefined]);
  const [first] = (await till(store, day)).closes;
  // Either of the two calls may succeed. Its result in `both` is `undefined`.
  expect(first?.difference).toBe((both.indexOf(undefined) + 1) * 100 - 10_000);
  expect(await ruleOf(close(store, day, { after: null }))).toBe('till_changed');
  await close(store, day, { counted: 100 });
  const { closes } = await till(store, day);
  expect(closes.map(({ difference }) => difference)).toEqual([0, first?.difference ?? 0]);
  expect(closes[1]).toEqual(first as never);
  const totals = closes.map(({ methods: _, ...one }) => one);
  expect(listCloses(store.ctx(), { before: Number.MAX_SAFE_INTEGER, limit: 9 })).toEqual(totals);
  const told = rowsOf(store.storage, auditLog).filter(({ action }) => action === 'till.closed');
  expect(told.map(({ subject, changes }) => [subject, JSON.parse(changes ?? '').difference])).toEqual([
    [day, { from: null, to: first?.difference ?? 0 }],
    [day, { from: null, to: 0 }],
  ]);
});

test('a day that was closed very often shows its newest closes without reading the details of older closes', async () => {
  await using store = await openTestStore();
  const day = '2026-05-20';
  await pay(store, 'cash', 100, '2026-05-20T10:00:00Z');
  await close(store, day);
  await store.storage.write((tx) => {
    const [row] = tx.db.select().from(dayCloses).all();
    if (row === undefined) throw new Error('there is no close');
    const { seq: _, ...one } = row;
    const name = 'm'.repeat(500);
    const texts = {
      methods: JSON.stringify(Array.from({ length: 50 }, (_, at) => [`${at}${name}`, 1, 0, true])),
      notByName: JSON.stringify(Array.from({ length: 200 }, (_, at) => `${at}${name}`)),
    };
    for (let counted = 1; counted <= 100; counted += 1)
      tx.db
        .insert(dayCloses)
        .values({ ...one, ...texts, id: crypto.randomUUID(), counted })
        .run();
  });
  const { closes, closesInAll } = await till(store, day);
  expect(closes.map(({ counted }) => counted)).toEqual([100, 99, 98, 97, 96, 95, 94, 93, 92, 91]);
  expect(closesInAll).toBe(101);
  const lines = listCloses(store.ctx(), { before: Number.MAX_SAFE_INTEGER, limit: 200 });
  expect(lines).toHaveLength(101);
  const { days } = await listClosedDays(store.ctx(), { limit: 9, asker });
  for (const { length } of [closes, lines, days].map((read) => JSON.stringify(read)))
    expect(length).toBeLessThan(500_000);
  expect(JSON.stringify(days).length).toBeLessThan(1_000);
});

test('a close is refused if a payment arrives while the cash is being counted', async () => {
  await using store = await openTestStore();
  const day = '2026-05-20';
  await pay(store, 'cash', 100, '2026-05-20T10:00:00Z');
  await pay(store, 'cash', 5, '2026-05-20T11:00:00Z');
  expect(await ruleOf(close(store, day, { expected: 100 }))).toBe('till_changed');
  expect((await till(store, day)).closes).toEqual([]);
});

test('changes of payments after a close are listed by method until they are reversed or the day is closed again', async () => {
  await using store = await openTestStore();
  const day = '2026-05-20';
  const paid = await pay(store, 'cash', 100, '2026-05-20T10:00:00Z');
  await close(store, day);
  const changes = async () => (await till(store, day)).changes;
  const isListed = async () => (await listClosedDays(store.ctx(), { limit: 9, asker })).days[0]?.isChanged;
  expect([await changes(), await isListed()]).toEqual([[], false]);
  const late = await pay(store, 'card', 5, '2026-05-20T12:00:00Z');
  expect([await changes(), await isListed()]).toEqual([[{ name: 'card', received: 500, refunded: 0 }], true]);
  await deletePayment(store.ctx(), refOf(store, late));
  expect([await changes(), await isListed()]).toEqual([[], false]);
  await editPayment(store.ctx(), { ...refOf(store, paid), paymentMethod: 'card' });
  expect(await changes()).toEqual([
    { name: 'cash', received: -10_000, refunded: 0 },
    { name: 'card', received: 10_000, refunded: 0 },
  ]);
  store.world.clock.advance(Date.parse('2026-05-20T15:00:00Z') - store.world.clock.now());
  await refundPayment(store.ctx(), { ...refOf(store, paid), roubles: 1.5 });
  expect(await changes()).toContainEqual({ name: 'card', received: 10_000, refunded: 150 });
  await close(store, day);
  expect([await changes(), await isListed()]).toEqual([[], false]);
});

test('a closed day lists its largest payment methods, and reports later changes of the other methods in one line', async () => {
  await using store = await openTestStore();
  const day = '2026-05-20';
  for (let n = 0; n < 53; n += 1) await pay(store, n === 52 ? 'Наличные' : `way ${n}`, 100 - n, '2026-05-20T10:00:00Z');
  const found = await till(store, day);
  expect(found.methods.length).toBe(51);
  expect(found.methods.at(-1)).toEqual({ name: null, received: 5_000 + 4_900 + 4_800, refunded: 0, isCash: false });
  // `cashReceived` includes cash even if `methods` does not list it by name.
  expect(found.cashReceived).toBe(4_800);
  await close(store, day);
  expect((await till(store, day)).changes).toEqual([]);
  await pay(store, 'one more', 2, '2026-05-20T10:00:00Z');
  expect((await till(store, day)).changes).toEqual([{ name: null, received: 200, refunded: 0 }]);
});

test('a payment method’s name decides whether it counts as cash, until the shop chooses otherwise', async () => {
  await using store = await openTestStore();
  const day = '2026-05-20';
  for (const method of ['cash', ' НАЛИЧНЫЕ', 'Нал', 'card', 'Касса 2']) await pay(store, method, 1, `${day}T10:00:00Z`);
  const cash = async (ctx = store.ctx()) =>
    (await till(store, day, ctx)).methods.filter(({ isCash }) => isCash).map(({ name }) => name);
  expect(await cash()).toEqual([' НАЛИЧНЫЕ', 'cash', 'Нал']);
  const methods = [
    { name: 'Нал', isCash: false },
    { name: 'Касса 2', isCash: true },
  ];
  await close(store, day, { methods });
  expect(await cash()).toEqual([' НАЛИЧНЫЕ', 'cash', 'Касса 2']);
  await close(store, '2026-05-19');
  expect(await cash()).toEqual([' НАЛИЧНЫЕ', 'cash', 'Касса 2']);
  await close(store, day, { methods: [{ name: 'Касса 2', isCash: false }], expected: 2 });
  expect(await cash()).toEqual([' НАЛИЧНЫЕ', 'cash']);
  const other = { ...store.ctx(), workspace: await secondWorkspace(store) };
  expect((await till(store, day, other)).closes).toEqual([]);
});

test('closing different days at the same time keeps both people’s choices of cash methods', async () => {
  await using store = await openTestStore();
  const days = ['2026-05-19', '2026-05-20'] as const;
  const names = ['Касса 2', 'Касса 3'] as const;
  for (const at of [0, 1] as const) await pay(store, names[at], 7, `${days[at]}T10:00:00Z`);
  const choose = (at: 0 | 1) =>
    close(store, days[at], { methods: [{ name: names[at], isCash: true }], expected: 7, counted: 7 });
  await Promise.all([choose(0), choose(1)]);
  await pay(store, 'Касса 2', 1, '2026-05-21T10:00:00Z');
  await pay(store, 'Касса 3', 1, '2026-05-21T10:00:00Z');
  expect((await till(store, '2026-05-21')).methods.map(({ isCash }) => isCash)).toEqual([true, true]);
  for (const day of days) expect((await till(store, day)).closes[0]).toMatchObject({ expected: 700, difference: 0 });
});

test('an unclosed day with money is listed only if it is later than the first closed day', async () => {
  await using store = await openTestStore();
  const today = wallDay(store.world.clock.now(), 'Europe/Moscow');
  const ago = (days: number): string => wallDay(store.world.clock.now() - days * 86_400_000, 'Europe/Moscow');
  for (const days of [0, 1, 2, 3, 20]) await pay(store, 'cash', 1, `${ago(days)}T10:00:00Z`);
  expect((await till(store, today)).left).toEqual([]);
  await close(store, ago(2));
  expect((await till(store, today)).left).toEqual([ago(1)]);
  await close(store, ago(20), { opening: 7 });
  expect(await till(store, today)).toMatchObject({ left: [ago(3), ago(1)], opening: 700 });
});

test('an invalid field of a day’s close is reported with the rule that it breaks', async () => {
  await using store = await openTestStore();
  const tomorrow = wallDay(store.world.clock.now() + 86_400_000, 'Europe/Moscow');
  const issuesOf = async (more: Partial<CloseDay>): Promise<unknown> => {
    const page = { day: '2026-05-20', opening: 0, counted: 0, expected: 0, after: null, methods: [] };
    const act = closeDay(store.ctx(), { ...page, nowMs: store.world.clock.now(), ...more });
    const error = await act.catch((thrown: unknown) => thrown);
    return error instanceof AppError ? error.details : error;
  };
  for (const [more, issue] of [
    [{ day: '2026-02-30' }, { path: 'day', rule: 'calendar_day' }],
    [{ day: tomorrow }, { path: 'day', rule: 'not_after_today' }],
    [{ opening: -0.01 }, { path: 'opening', rule: 'roubles_negative' }],
    [{ opening: 1e12 }, { path: 'opening', rule: 'roubles_at_most' }],
    [{ counted: 0.001 }, { path: 'counted', rule: 'two_decimals' }],
    [{ note: 'x'.repeat(501) }, { path: 'note', rule: 'chars_at_most', most: 500 }],
    [
      { methods: [{ name: 'x'.repeat(501), isCash: true }] },
      { path: 'methods.0.name', rule: 'chars_at_most', most: 500 },
    ],
  ] as const) {
    expect(await issuesOf(more)).toMatchObject([issue]);
  }
  await expect(till(store, 'yesterday')).rejects.toThrow();
});

test('a person who has lost the right to close days cannot close a day', async () => {
  await using store = await openTestStore();
  const stillMay = (): void => {
    throw new AppError({ rule: 'signed_out' });
  };
  await expect(close(store, '2026-05-20', {}, { ...store.ctx(), stillMay })).rejects.toMatchObject({
    kind: 'signed_out',
  });
  expect((await till(store, '2026-05-20')).closes).toEqual([]);
});

test('a closed day can be neither deleted nor changed', async () => {
  await using store = await openTestStore();
  await close(store, '2026-05-20', { note: 'as it was' });
  const change = (act: 'delete' | Partial<typeof dayCloses.$inferInsert>) =>
    store.storage.write((tx) =>
      act === 'delete' ? void tx.db.delete(dayCloses).run() : void tx.db.update(dayCloses).set(act).run(),
    );
  await expect(change('delete')).rejects.toThrow('never deleted');
  for (const patch of [{ counted: 1 }, { note: 'other' }, { note: null, at: 1 }]) {
    await expect(change(patch)).rejects.toThrow('never changed');
  }
});
