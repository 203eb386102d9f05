import { beforeAll, expect, test } from 'bun:test';
import { orderBody } from '../support/docket.ts';
import { expectFailure, expectOk } from '../support/http-answers.ts';
import { sharedShop } from '../support/shared.ts';
import { until } from '../support/until.ts';

const own = sharedShop();
const { shop, owner } = own;
/** A slow machine may answer before all orders count, and says so. */
const list = async (q = '') =>
  until('all orders to count', async () => {
    const { behind, clients } = expectOk(await owner.get(`${own.base}/clients?q=${encodeURIComponent(q)}`));
    return behind === 0 && clients;
  });
const idOf = async (q: string): Promise<string> => (await list(q))[0]?.id ?? 'none';

interface ClientName {
  readonly name: string;
}

const orders = new Map<string, string>();
beforeAll(async () => {
  const make = async (name: string, client: object, price: number) => {
    const products = [{ name: 'Lily', quantity: 1, price }];
    const order = orderBody({ client: { name, ...client }, products, delivery: { deliveryType: 'pick-up', price: 0 } });
    const { id } = expectOk(await shop.api.post('/api/v1/orders/create', order));
    orders.set(name, id);
  };
  await make('=cmd|A0', { phone: '+7 912 345-67-89', email: 'anna@example.com' }, 100);
  await make('Anna S.', { phone: '89123456789' }, 50.5);
  await make('By mail', { email: 'ANNA@example.com' }, 7);
  await make('Boris', { phone: '+79217654321' }, 1);
}, 60_000);

test('a client is there right after their order, with the sums of all their orders in roubles', async () => {
  const [anna] = await list('912 345 67 89');
  expect(anna).toMatchObject({ name: 'Anna S.', orders: 2, paid: 0, owed: 150.5 });
  const { client, orders: rows } = expectOk(await owner.get(`${own.base}/clients/${anna.id}`));
  expect(client.alike).toMatchObject([{ name: 'By mail' }]);
  expect(rows.map(({ price }: { price: number }) => price)).toEqual([50.5, 100]);
  const { clientId } = expectOk(await owner.get(`${own.base}/orders/${orders.get('Anna S.')}`));
  expect(clientId).toBe(anna.id);
});

test('a payment and a deletion count', async () => {
  const id = orders.get('By mail') ?? '';
  expectOk(await shop.api.post('/api/v1/orders/payment', { id, paymentId: 'p1', amount: 2.5 }));
  const byMail = async () => (await list('anna@example.com')).find(({ name }: ClientName) => name === 'By mail');
  await until('the payment to count', async () => (await byMail()).paid === 2.5);
  expect(await byMail()).toMatchObject({ orders: 1, owed: 4.5 });
  const gone = orderBody({ client: { name: 'By mail', email: 'anna@example.com' } });
  const { id: goneId } = expectOk(await shop.api.post('/api/v1/orders/create', gone));
  expect(await byMail()).toMatchObject({ orders: 2 });
  expectOk(await shop.api.post('/api/v1/orders/delete', { id: goneId }));
  await until('the deletion to count', async () => (await byMail()).orders === 1);
});

test('note, name and dates are kept, shown on the overview, and stand in the history', async () => {
  const id = await idOf('89123456789');
  const { today } = expectOk(await owner.get(`${own.base}/overview`));
  const dates = [{ day: today.slice(5), title: 'Birthday' }];
  const change = { version: 0, name: 'Anna', note: 'no lilies', dates };
  expect(expectOk(await owner.post(`${own.base}/clients/${id}/update`, change))).toEqual({ version: 1 });
  expectFailure(await owner.post(`${own.base}/clients/${id}/update`, change), 412, 'precondition_failed');
  expect(expectOk(await owner.get(`${own.base}/clients/${id}`)).client).toMatchObject({ note: 'no lilies', dates });
  expect(expectOk(await owner.get(`${own.base}/overview`)).dates).toMatchObject([
    { date: today, title: 'Birthday', clientId: id, clientName: 'Anna' },
  ]);
  const { rows } = expectOk(await owner.get(`${own.base}/history?kind=workspace`));
  expect(rows[0]).toMatchObject({ action: 'client.changed', subject: id, subjectName: 'Anna' });
  expectFailure(
    await owner.post(`${own.base}/clients/${id}/update`, { version: 1, note: 'x'.repeat(2_001) }),
    422,
    'validation_failed',
  );
});

test('the order form offers the same client under the name that was given', async () => {
  const { clients } = expectOk(await owner.get(`${own.base}/orders/clients?q=345-67-89`));
  expect(clients.map(({ name }: { name: string }) => name)).toEqual(['Anna']);
});

test('clients are merged and separated', async () => {
  const id = await idOf('89123456789');
  const other = (await list('anna@example.com')).find(({ name }: { name: string }) => name === 'By mail').id;
  expect(expectOk(await owner.post(`${own.base}/clients/${id}/merge`, { other }))).toEqual({ id });
  expect(expectOk(await owner.get(`${own.base}/clients/${other}`)).client).toMatchObject({ id, orders: 3 });
  expectFailure(await owner.post(`${own.base}/clients/${id}/merge`, { other }), 422, 'validation_failed');
  expectOk(await owner.post(`${own.base}/clients/${other}/separate`, {}));
  expect(expectOk(await owner.get(`${own.base}/clients/${other}`)).client).toMatchObject({ id: other, orders: 1 });
});

test.each(['csv', 'xlsx'])('the list is saved as %s, and that stands in the history', async (format) => {
  const headers = { cookie: owner.cookie() };
  const response = await fetch(`${shop.url}${own.base}/clients/export?format=${format}`, { headers });
  expect(response.headers.get('content-disposition')).toMatch(
    new RegExp(`attachment; filename="clients-.*\\.${format}"`),
  );
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (format === 'csv') {
    const lines = new TextDecoder().decode(bytes).split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines.find((line) => line.startsWith('Boris,'))).toMatch(/^Boris,\+79217654321,/);
    expect(lines.find((line) => line.startsWith('Anna,'))).toMatch(
      /,no lilies,\d\d-\d\d Birthday,2,0\.00,150\.50,\d+,/,
    );
  }
  const { rows } = expectOk(await owner.get(`${own.base}/history?kind=workspace`));
  expect(rows[0].action).toBe('clients.exported');
});

test('an address that is no client is not found, and what is no cursor is refused', async () => {
  expectFailure(await owner.get(`${own.base}/clients/none`), 404, 'not_found');
  expectFailure(await owner.get(`${own.base}/clients?cursor=none`), 422, 'invalid_cursor');
});
