import { beforeAll, expect, test } from 'bun:test';
import { changeStore, expectOk, placeOrder } from '../support/http-answers.ts';
import { sharedShop } from '../support/shared.ts';
import { openTimedShop } from '../support/timed-shop.ts';
import { until } from '../support/until.ts';

const { shop, owner } = sharedShop();
const DAY = '2026-03-01';
const TILL = (): string => `${shop.base}/payments/till`;
let orderId: string;
beforeAll(async () => {
  expectOk(await owner.post(`${shop.base}/settings/profile`, { timeZone: 'Europe/Moscow' }));
  const { id } = await placeOrder(shop.api);
  orderId = id;
  expectOk(await pay('a', 1_000.1, 'cash'));
  expectOk(await pay('b', 20.2, 'card'));
});

const pay = (paymentId: string, amount: number, paymentMethod: string) =>
  shop.api.post('/api/v1/orders/payment', {
    id: orderId,
    paymentId,
    paidAt: `${DAY}T09:00:00Z`,
    amount,
    paymentMethod,
  });
const till = async (day = DAY) => expectOk(await owner.get(`${TILL()}?day=${day}`));
const page = { day: DAY, opening: 500, counted: 1_500, expected: 1_500.1, after: null, methods: [] };

test('a day’s till figures match the page of payments, and the day is closed with amounts in roubles, not kopecks', async () => {
  const filter = encodeURIComponent(`from=${DAY}&to=${DAY}`);
  const { sums } = expectOk(await owner.get(`${shop.base}/payments/sums?filter=${filter}`));
  const before = await till();
  expect(before).toMatchObject({
    day: DAY,
    received: sums.all.received,
    refunded: 0,
    opening: 0,
    closes: [],
    left: [],
  });
  expect(before.methods).toEqual([
    { name: 'cash', received: 1_000.1, refunded: 0, isCash: true },
    { name: 'card', received: 20.2, refunded: 0, isCash: false },
  ]);
  const headers = { 'idempotency-key': 'one-form-of-the-till' };
  const { id } = expectOk(await owner.post(TILL(), page, headers));
  // The answer was lost, and the page sends the same request again.
  expect(expectOk(await owner.post(TILL(), page, headers)).id).toBe(id);
  const { closes, opening } = await till();
  const sumsThen = { received: 1_020.3, cashReceived: 1_000.1, cashRefunded: 0, opening: 500, methods: before.methods };
  const count = { expected: 1_500.1, counted: 1_500, difference: -0.1, note: null };
  expect(closes).toMatchObject([{ id, actorType: 'person', ...sumsThen, ...count }]);
  expect(opening).toBe(500);
  const { rows } = expectOk(await owner.get(`${shop.base}/history?kind=workspace`));
  expect(rows[0]).toMatchObject({
    action: 'till.closed',
    subject: DAY,
    changes: {
      expected: { from: null, to: 150_010 },
      counted: { from: null, to: 150_000 },
      difference: { from: null, to: -10 },
    },
  });
});

test('payments after a close are listed until the day is closed again', async () => {
  expectOk(await pay('c', 500, 'cash'));
  const changed = await till();
  expect(changed.changes).toEqual([{ name: 'cash', received: 500, refunded: 0 }]);
  const days = async () => expectOk(await owner.get(`${TILL()}/days`)).days;
  expect(await days()).toMatchObject([{ day: DAY, difference: -0.1, isChanged: true }]);
  const again = { ...page, after: changed.closes[0].id, expected: 2_000.1, counted: 2_000.1, note: '=found it' };
  expectOk(await owner.post(TILL(), again));
  expect(await days()).toMatchObject([{ day: DAY, difference: 0, isChanged: false }]);
  expect(expectOk(await owner.get(`${TILL()}/days?cursor=${DAY}`))).toEqual({ days: [], nextCursor: null });
});

test('the export of closed days has a line for each close, and the history records the export', async () => {
  const response = await owner.fetch(`${TILL()}/export`);
  expect(response.headers.get('content-disposition')).toMatch(/attachment; filename="till-.*\.csv"/);
  const [heading, ...lines] = (await response.text()).split('\r\n');
  expect(heading).toEndWith('Cash expected,Cash counted,Difference,Closed by,Closed at,Note');
  expect(
    lines.map((line) =>
      line
        .split(',')
        .filter((_, at) => at !== 9 && at !== 10)
        .join(),
    ),
  ).toEqual([
    `${DAY},1520.30,0.00,500.00,1500.10,0.00,2000.10,2000.10,0.00,'=found it`,
    `${DAY},1020.30,0.00,500.00,1000.10,0.00,1500.10,1500.00,-0.10,`,
    '',
  ]);
  const workbook = await owner.fetch(`${TILL()}/export?format=xlsx`);
  expect(new TextDecoder('latin1').decode(await workbook.arrayBuffer())).toStartWith('PK');
  const { rows } = expectOk(await owner.get(`${shop.base}/history?kind=workspace`));
  expect(rows[0].action).toBe('till.exported');
});

test('closing a day reads its sums in the reading thread, and a second close from the same page is refused without reading them', async () => {
  const asked: string[] = [];
  await using timed = await openTimedShop(async ({ name }) => void asked.push(name));
  const keeper = await timed.owner();
  const path = `${timed.base}/payments/till`;
  const wish = { ...page, opening: 0, counted: 0, expected: 0 };
  expectOk(await keeper.post(path, wish));
  expect((await keeper.post(path, wish)).status).toBe(412);
  expect(asked).toEqual(['sums of a closed day']);
});

test('closing a day never records a partial sum if the caller disconnects', async () => {
  const [day, rows, part] = ['2026-02-01', 24_000, 10_000];
  const copy = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
    INSERT INTO payments (id, workspace_seq, order_seq, source, fingerprint, status, amount, refunded_amount, currency, paid_at,
      payment_method, created_at)
    SELECT randomblob(16), workspace_seq, order_seq, source, fingerprint, 'confirmed', 100, 0, currency,
      unixepoch('${day}T09:00:00Z') * 1000 + i, 'cash', created_at FROM payments, n WHERE external_id = 'a'`;
  changeStore(shop, copy);
  expect((await till(day)).received).toBe(rows);
  // `part` is the sum of the day's first ten slices. If a disconnected caller stopped the sum there, the server would
  // accept `wrong` and close the day.
  const wrong = { day, opening: 0, counted: part, expected: part, after: null, methods: [] };
  for (let afterMs = 1; afterMs <= 30; afterMs += 1) {
    const hangUp = AbortSignal.timeout(afterMs);
    const headers = { cookie: owner.cookie(), 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const request = { method: 'POST', headers, body: JSON.stringify(wrong), signal: hangUp };
    const answer = await fetch(`${shop.url}${TILL()}`, request).catch(() => undefined);
    expect(answer?.status ?? 412).toBe(412);
  }
  // Some requests still run although their callers hung up. The test waits for them, because one could still close the
  // day.
  await until('the sums to be over', async () => (await owner.post(TILL(), wrong)).status === 412);
  expect((await till(day)).closes).toEqual([]);
});
