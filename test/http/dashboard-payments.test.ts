import { beforeAll, expect, test } from 'bun:test';
import { changeStore, expectFailure, expectOk, placeOrder } from '../support/http-answers.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop();
let orderNum: string;
beforeAll(async () => {
  expectOk(await owner.post(`${shop.base}/settings/profile`, { timeZone: 'Europe/Moscow' }));
  const client = { name: '=cmd|A0', phone: '+79123456789' };
  const { id, num } = await placeOrder(shop.api, { client });
  orderNum = num;
  const pay = (paymentId: string, paidAt: string, amount: number, paymentMethod: string) =>
    shop.api.post('/api/v1/orders/payment', { id, paymentId, paidAt, amount, paymentMethod });
  // The shop's day begins at 21:00 UTC of the day before.
  expectOk(await pay('a', '2026-02-28T20:59:59.999Z', 10.1, 'card'));
  expectOk(await pay('b', '2026-02-28T21:00:00Z', 20.2, 'cash'));
  const { paymentId } = expectOk(await pay('c', '2026-03-31T20:59:59.999Z', 30.3, 'card'));
  expectOk(await pay('d', '2026-03-31T21:00:00Z', 40.4, '-1+1'));
  const refund = { amount: 0.3, version: 5 };
  expectOk(await owner.post(`${shop.base}/orders/${id}/payments/${paymentId}/refund`, refund));
});

const filtered = (filter: string): string => `filter=${encodeURIComponent(filter)}`;
const linesOf = async (filter: string) => expectOk(await owner.get(`${shop.base}/payments?${filtered(filter)}`)).lines;
const amountsOf = async (filter: string): Promise<number[]> =>
  (await linesOf(filter)).map(({ amount }: { amount: number }) => amount);
const sumsOf = async (filter: string) => expectOk(await owner.get(`${shop.base}/payments/sums?${filtered(filter)}`));

test('a period includes its first and last day, and a refund counts on its own day', async () => {
  expect(await amountsOf('from=2026-03-01&to=2026-03-31')).toEqual([30.3, 20.2]);
  const march = await sumsOf('from=2026-03-01&to=2026-03-31');
  expect(march).toMatchObject({ from: '2026-03-01', to: '2026-03-31' });
  expect(march.sums.all).toEqual({ received: 50.5, refunded: 0, lines: 2, net: 50.5 });
  expect(march.sums.days.map(({ name, received }: { name: string; received: number }) => [name, received])).toEqual([
    ['2026-03-01', 20.2],
    ['2026-03-31', 30.3],
  ]);
  const all = await sumsOf('when=all');
  expect(all.sums.all).toEqual({ received: 101, refunded: 0.3, lines: 5, net: 100.7 });
  const today = await linesOf('when=today');
  expect(today).toMatchObject([{ kind: 'refund', amount: 0.3, method: 'card', orderNum, clientName: '=cmd|A0' }]);
});

test('a filter limits the list, the sums and the export to payments or to refunds', async () => {
  expect(await amountsOf('when=all&kind=refund')).toEqual([0.3]);
  expect(await amountsOf('when=all&kind=payment&method=card')).toEqual([30.3, 10.1]);
  const { sums } = await sumsOf('when=all&kind=refund');
  expect(sums.all).toEqual({ received: 0, refunded: 0.3, lines: 1, net: -0.3 });
  expect(sums.methods).toEqual([{ name: 'card', received: 0, refunded: 0.3, lines: 1 }]);
  expect((await sumsOf('when=all&kind=payment')).sums.all).toMatchObject({ received: 101, refunded: 0, lines: 4 });
  const file = await owner.fetch(`${shop.base}/payments/export?${filtered('when=all&kind=refund')}`);
  const [, refund = '', ...rest] = (await file.text()).split('\r\n');
  expect(refund).toEndWith(`,Card,${orderNum},'=cmd|A0,,0.30,site`);
  expect(rest).toEqual(['']);
});

test('the payments are filtered by method, source and text, and an invalid filter is refused', async () => {
  expect(await amountsOf('when=all&method=card')).toEqual([0.3, 30.3, 10.1]);
  expect(await amountsOf('when=all&source=nobody')).toEqual([]);
  expect(await amountsOf(`when=all&q=345-67-89&method=cash`)).toEqual([20.2]);
  for (const wrong of ['when=someday', 'kind=gift', 'from=2026-02-30', 'payment=paid', `q=${'x'.repeat(101)}`]) {
    expectFailure(await owner.get(`${shop.base}/payments?${filtered(wrong)}`), 422, 'validation_failed');
    expectFailure(await owner.get(`${shop.base}/payments/sums?${filtered(wrong)}`), 422, 'validation_failed');
    expectFailure(await owner.get(`${shop.base}/payments/export?${filtered(wrong)}`), 422, 'validation_failed');
  }
});

test('the export has a line for each payment and refund, and puts an apostrophe before a formula', async () => {
  const response = await owner.fetch(`${shop.base}/payments/export?${filtered('from=2026-03-01')}`);
  expect(response.headers.get('content-disposition')).toMatch(/attachment; filename="payments-.*\.csv"/);
  const [, refund = '', ...lines] = (await response.text()).split('\r\n');
  expect(refund).toEndWith(`,Card,${orderNum},'=cmd|A0,,0.30,site`);
  expect(lines).toEqual([
    `2026-04-01,'-1+1,${orderNum},'=cmd|A0,40.40,,site`,
    `2026-03-31,Card,${orderNum},'=cmd|A0,30.30,,site`,
    `2026-03-01,Cash,${orderNum},'=cmd|A0,20.20,,site`,
    '',
  ]);
  const { rows } = expectOk(await owner.get(`${shop.base}/history?kind=workspace`));
  expect(rows[0].action).toBe('payments.exported');
});

test('the names "cash", "Cash" and "Наличные" count as one payment method everywhere', async () => {
  const day = '2025-05-05';
  const { id } = await placeOrder(shop.api);
  const pay = async (paymentId: string, amount: number, paymentMethod: string) => {
    const payment = { id, paymentId, paidAt: `${day}T09:00:00Z`, amount, paymentMethod };
    expectOk(await shop.api.post('/api/v1/orders/payment', payment));
  };
  await pay('m1', 1.1, 'cash');
  await pay('m2', 2.2, 'Cash');
  await pay('m3', 4.4, 'Наличные');
  await pay('m4', 8.8, 'voucher');
  const may = `from=${day}&to=${day}`;
  const methods = [
    { name: 'voucher', received: 8.8 },
    { name: 'cash', received: 7.7 },
  ];
  expect((await sumsOf(may)).sums.methods).toMatchObject(methods);
  for (const spelling of ['cash', 'Cash', 'Наличные']) {
    const filter = `${may}&method=${encodeURIComponent(spelling)}`;
    expect((await amountsOf(filter)).toSorted()).toEqual([1.1, 2.2, 4.4]);
    expect((await sumsOf(filter)).sums.all).toMatchObject({ received: 7.7, lines: 3 });
  }
  const report = expectOk(await owner.get(`${shop.base}/reports?${filtered(may)}`));
  expect(report.methods.map(({ name }: { name: string }) => name)).toEqual(['voucher', 'cash']);
  // An export names the methods as the page does, in the reader's language.
  for (const [language, cash] of [
    ['ru', 'Наличные'],
    ['en', 'Cash'],
  ] as const) {
    expectOk(await owner.post('/app/api/account', { language }));
    const rowsOf = async (path: string): Promise<string[][]> => {
      const file = await owner.fetch(`${shop.base}/${path}/export?${filtered(may)}`);
      return (await file.text()).split('\r\n').map((line) => line.split(language === 'ru' ? ';' : ','));
    };
    const paid = (await rowsOf('payments')).slice(1).map(([, method]) => method);
    expect(paid.filter((method) => method !== undefined).toSorted()).toEqual([cash, cash, cash, 'voucher'].toSorted());
    expect((await rowsOf('reports')).filter(([, name]) => name === cash)).toHaveLength(1);
  }
  const till = async () => expectOk(await owner.get(`${shop.base}/payments/till?day=${day}`));
  expect((await till()).methods).toMatchObject(methods);
  // In a close from an earlier version, each spelling of a method has a line of its own.
  const close = { day, opening: 0, counted: 7.7, expected: 7.7, after: null, methods: [] };
  expectOk(await owner.post(`${shop.base}/payments/till`, close));
  const old = JSON.stringify([
    ['Cash', 770, 0, true],
    ['voucher', 880, 0, false],
  ]);
  changeStore(shop, 'DROP TRIGGER day_closes_hold', `UPDATE day_closes SET methods = '${old}'`);
  expect((await till()).changes).toEqual([]);
});
