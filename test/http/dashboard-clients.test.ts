import { beforeAll, expect, test } from 'bun:test';
import { sendTable } from '../support/await-import.ts';
import { orderBody } from '../support/docket.ts';
import { expectFailure, expectOk } from '../support/http-answers.ts';
import { enterAs } from '../support/members.ts';
import { sharedShop } from '../support/shared.ts';
import { until } from '../support/until.ts';

const { shop, owner } = sharedShop();
/** A slow machine may answer before all orders are counted, and the answer then says so. */
const list = async (q = '') =>
  until('all orders to count', async () => {
    const { behind, clients } = expectOk(await owner.get(`${shop.base}/clients?q=${encodeURIComponent(q)}`));
    return behind === 0 && clients;
  });
const idOf = async (q: string): Promise<string> => (await list(q))[0]?.id ?? 'none';

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
});

test('a client appears right after their first order, with the sums of all their orders', async () => {
  const [anna] = await list('912 345 67 89');
  expect(anna).toMatchObject({ name: 'Anna S.', orders: 2, paid: 0, owed: 150.5 });
  const { client, orders: rows } = expectOk(await owner.get(`${shop.base}/clients/${anna.id}`));
  expect(client.alike).toMatchObject([{ name: 'By mail' }]);
  expect(rows.map(({ price }: { price: number }) => price)).toEqual([50.5, 100]);
  const { clientId } = expectOk(await owner.get(`${shop.base}/orders/${orders.get('Anna S.')}`));
  expect(clientId).toBe(anna.id);
});

test('a change of a client’s note, name and dates is saved and put in the history, and the overview shows the dates', async () => {
  const id = await idOf('89123456789');
  const { today } = expectOk(await owner.get(`${shop.base}/overview`));
  const dates = [{ day: today.slice(5), title: 'Birthday' }];
  const change = { version: 0, name: 'Anna', note: 'no lilies', dates };
  expect(expectOk(await owner.post(`${shop.base}/clients/${id}/update`, change))).toEqual({ version: 1 });
  expectFailure(await owner.post(`${shop.base}/clients/${id}/update`, change), 412, 'precondition_failed');
  expect(expectOk(await owner.get(`${shop.base}/clients/${id}`)).client).toMatchObject({ note: 'no lilies', dates });
  expect(expectOk(await owner.get(`${shop.base}/overview`)).dates).toMatchObject([
    { date: today, title: 'Birthday', clientId: id, clientName: 'Anna' },
  ]);
  const { rows } = expectOk(await owner.get(`${shop.base}/history?kind=workspace`));
  expect(rows[0]).toMatchObject({ action: 'client.changed', subject: id, subjectName: 'Anna' });
  const refused = await owner.post(`${shop.base}/clients/${id}/update`, { version: 1, note: 'x'.repeat(2_001) });
  expectFailure(refused, 422, 'validation_failed');
});

test('the order form offers a client by the saved name, not by the names in the client’s orders', async () => {
  const { clients } = expectOk(await owner.get(`${shop.base}/orders/clients?q=345-67-89`));
  expect(clients.map(({ name }: { name: string }) => name)).toEqual(['Anna']);
});

test.each(['csv', 'xlsx'])('the client list is exported as %s, which the history records', async (format) => {
  const response = await owner.fetch(`${shop.base}/clients/export?format=${format}`);
  expect(response.headers.get('content-disposition')).toMatch(
    new RegExp(`attachment; filename="clients-.*\\.${format}"`),
  );
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (format === 'csv') {
    const lines = new TextDecoder().decode(bytes).split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines.find((line) => line.startsWith('Boris,'))).toMatch(/^Boris,\+79217654321,/);
    expect(lines.find((line) => line.startsWith('Anna,'))).toMatch(
      /,no lilies,\d\d\.\d\d Birthday,2,0\.00,150\.50,\d+,/,
    );
  }
  const { rows } = expectOk(await owner.get(`${shop.base}/history?kind=workspace`));
  expect(rows[0].action).toBe('clients.exported');
});

test('an exported file of clients changes nothing when it is imported, in both languages', async () => {
  const id = await idOf('79217654321');
  const { version } = expectOk(await owner.get(`${shop.base}/clients/${id}`)).client;
  const addresses = 'Mill Lane 1; flat 3\nC:\\ and D:\\\nShore 8';
  const dates = [{ day: '03-08', title: 'Birthday; of the wife' }];
  const change = async (patch: object) =>
    expectOk(await owner.post(`${shop.base}/clients/${id}/update`, patch)).version;
  const changed = await change({ version, addresses, dates });
  for (const language of ['ru', 'en']) {
    expectOk(await owner.post('/app/api/account', { language }));
    const text = await (await owner.fetch(`${shop.base}/clients/export`)).text();
    expect(text).toContain('08.03 Birthday');
    const looked = expectOk(await sendTable(owner, `${shop.base}/clients/import?dryRun=1`, text));
    expect(looked).toMatchObject({
      problemCount: 0,
      droppedCount: 0,
      missing: [],
      outcome: { new: 0, changed: 0, same: 3, differing: 0 },
    });
  }
  await change({ version: changed, addresses: '', dates: [] });
});

test('a viewer cannot import clients', async () => {
  const viewer = await enterAs(shop, { email: 'viewer@example.com', role: 'viewer' });
  const refused = await sendTable(viewer, `${shop.base}/clients/import?dryRun=1`, 'phone\n+79210000009');
  expectFailure(refused, 403, 'forbidden');
});

test('an unknown client is not found, and an invalid cursor is refused', async () => {
  expectFailure(await owner.get(`${shop.base}/clients/none`), 404, 'not_found');
  expectFailure(await owner.get(`${shop.base}/clients?cursor=none`), 422, 'invalid_cursor');
});
