/** A workspace sends the ids of another workspace to every place that accepts an id. */

import { beforeAll, expect, test } from 'bun:test';
import { bytesToUuid } from '../../src/base/index.ts';
import { ROUTES_OF_DATA } from '../support/answer-models.ts';
import { bringTable, importDone, sendTable } from '../support/await-import.ts';
import type { Visitor } from '../support/browser-session.ts';
import { crowdOf } from '../support/crowd.ts';
import { type Answer, type Client, client, docketJson, openShop, orderBody } from '../support/docket.ts';
import { expectOk, readStore, UNKNOWN_ID } from '../support/http-answers.ts';
import { addMember, addWorkspace, enterAs } from '../support/members.ts';
import { webpLossy } from '../support/pictures.ts';
import { shared } from '../support/shared.ts';
import { until } from '../support/until.ts';

const PICTURE = webpLossy(8, 8).toBase64();
/** A word in all texts of the other workspace, `theirs`. No answer to `ours` may contain this word. */
const MARK = 'Соседское';

interface House {
  readonly id: string;
  readonly owner: Visitor;
  readonly api: Client;
  readonly order: string;
  readonly client: string;
  readonly payment: string;
  readonly inquiry: string;
  readonly endpoint: string;
  readonly stage: string;
}

const shop = shared(() => openShop(['--environment', 'dev', '--allow-private-webhooks']));
let ours: House;
let theirs: House;
let foreign: readonly string[];
beforeAll(async () => {
  ours = await fill('Ours', 'ours');
  ours = { ...ours, owner: await crowdOf(shop, ours.id) };
  theirs = await fill(MARK, 'theirs');
  const own = new Set(idsOf(ours.id));
  foreign = idsOf(theirs.id).filter((id) => !own.has(id));
  // Ids of workspace, people, sessions, key, order, payment, event, inquiry, endpoint, view, product, status and
  // stages.
  expect(foreign.length).toBeGreaterThan(15);
});

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/**
 * A workspace with one of everything, and its signed-in owner. It is not the first one, whose owners also own the
 * installation.
 */
async function fill(name: string, slug: string): Promise<House> {
  const at = ['--data', shop.dir];
  const id = await addWorkspace(shop.dir, name);
  const inIt = [...at, '--workspace', id];
  await docketJson(['workspace', 'update', id, ...at, '--api', 'on', '--inquiries', 'on', '--webhooks', 'on']);
  const owner = await enterAs(shop, { email: `owner@${slug}.example.com`, role: 'owner' }, id);
  await addMember(shop.dir, id, { email: `viewer@${slug}.example.com`, role: 'viewer', password: 'long enough' });
  const { key } = await docketJson<{ key: string }>(['key', 'create', ...inIt, '--source', 'site', '--name', name]);
  const api = client(shop.url, key);
  const post = async (path: string, body: object) =>
    expectOk(await owner.post(`/app/api/workspaces/${id}/${path}`, body));
  const order = orderBody({
    requestKey: `key-${slug}`,
    client: { name, phone: '+79120000000' },
    platform: name,
    payments: [{ paymentId: `paid-${slug}`, amount: 10 }],
  });
  const { id: orderId } = expectOk(await api.post('/api/v1/orders/create', order));
  const clientId = await until(
    'the client of the order',
    async () => expectOk(await owner.get(`/app/api/workspaces/${id}/clients`)).clients[0]?.id,
  );
  await post(`clients/${clientId}/update`, { version: 0, note: name, dates: [{ day: '03-08', title: name }] });
  const coming = { every: 'week', last: null, daysBefore: 2, next: inDays(3) };
  await post(`orders/${orderId}/schedule`, coming);
  await post(`orders/${orderId}/schedule/skip`, { due: inDays(3) });
  const inquiry = expectOk(await api.post('/api/v1/inquiries', { payload: { name, phone: '+79120000001' } }));
  // Nobody deletes an order here, so the endpoint gets no events. A delivery would change rows that the tests compare.
  const hook = { url: `http://127.0.0.1:9/${slug}`, events: ['order.deleted'] };
  const endpoint = await post('webhooks', hook);
  await post('views', { name, query: `q=${slug}` });
  const rose = await post('stock', { id: `rose-${slug}`, name, sku: slug, quantity: 5, picture: PICTURE });
  const stocktake = await post('stock/stocktakes', {});
  await post(`stock/stocktakes/${stocktake.id}/count`, { product: rose.id, counted: 4 });
  await post('flows/orders', { id: `packed-${slug}`, name, tone: 'teal', group: 'work', writesOffStock: false });
  const tulip = `id;name;quantity\ntulip-${slug};${name};3`;
  await bringTable(owner, `/app/api/workspaces/${id}`, 'stock/import', tulip);
  await post('flows/inquiries', { name, tone: 'teal', group: 'work' });
  await post(`inquiries/${inquiry.id}/notes`, { text: name });
  const first = (table: string, column: string): string => String(rowsOf(id)[table]?.[0]?.[column]);
  return {
    id,
    owner,
    api,
    order: orderId,
    client: String(clientId),
    inquiry: inquiry.id,
    endpoint: endpoint.id,
    payment: first('payments', 'id'),
    stage: first('inquiries', 'stage_id'),
  };
}

type Row = Readonly<Record<string, unknown>>;

/** The database stores an id as 16 bytes. */
const readable = (value: unknown): unknown =>
  value instanceof Uint8Array && value.length === 16 ? bytesToUuid(value) : value;

function rows(sql: string): Row[] {
  const readableRow = (row: Row): Row =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, readable(value)]));
  return readStore<Row>(shop, sql).map(readableRow);
}

/** Values that change by themselves when a key or a session was used a moment ago. */
const RESTLESS = new Set(['last_used_at', 'last_seen_at']);

/** Every row of the database that belongs to a workspace or to its people, by table. */
function rowsOf(workspace: string): Readonly<Record<string, Row[]>> {
  const all: Readonly<Record<string, Row[]>> = Object.fromEntries(
    rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'").map(({ name }) => [
      String(name),
      rows(`SELECT * FROM ${name}`),
    ]),
  );
  const seq = all['workspaces']?.find(({ id }) => id === workspace)?.['seq'];
  const seqs = (table: string, of = 'seq'): ReadonlySet<unknown> =>
    new Set(all[table]?.filter((row) => row['workspace_seq'] === seq).map((row) => row[of]));
  const people = seqs('memberships', 'person_seq');
  const parents: Readonly<Record<string, ReadonlySet<unknown>>> = {
    order_seq: seqs('orders'),
    endpoint_seq: seqs('webhook_endpoints'),
    inquiry_seq: seqs('inquiries'),
    person_seq: people,
    product_seq: seqs('products'),
    stocktake_seq: seqs('stocktakes'),
    schedule_seq: seqs('order_schedules'),
  };
  const isTheirs = (table: string, row: Row): boolean => {
    if (table === 'workspaces') return row['id'] === workspace;
    if (table === 'people') return people.has(row['seq']);
    if ('workspace_seq' in row) return row['workspace_seq'] === seq;
    return Object.entries(parents).some(([column, of]) => column in row && of.has(row[column]));
  };
  const still = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([column]) => !RESTLESS.has(column)));
  return Object.fromEntries(
    Object.entries(all).map(([table, found]) => [table, found.filter((row) => isTheirs(table, row)).map(still)]),
  );
}

const idsOf = (workspace: string): string[] => [
  ...new Set(
    Object.values(rowsOf(workspace)).flatMap((found) =>
      found.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])),
    ),
  ),
];

/** Returns an id of the same kind that does not exist. A UUID keeps its first digits, which contain the time. */
const unknownLike = (id: string): string =>
  /-[0-9a-f]{12}$/.test(id) ? `${id.slice(0, -4)}${id.endsWith('dead') ? 'beef' : 'dead'}` : 'no-such-id';

/** The answer without the requested id and the number of the call. */
const saidOf = ({ status, body }: Answer, asked: string): string =>
  JSON.stringify({ status, ...body, requestId: undefined }).replaceAll(asked, 'ID');

const NO_IDS = ['x', '%00', '__proto__', `${UNKNOWN_ID}0`];

/**
 * Sends each id of the other workspace, and an unknown id of the same form. The server must give the same answer to
 * both.
 */
async function expectWall(place: string, ask: (id: string) => Promise<Answer>): Promise<void> {
  const nobody = new Map<string, string>();
  for (const odd of NO_IDS) {
    const { status } = await ask(odd);
    expect({ place, odd, isFault: status >= 500 }).toEqual({ place, odd, isFault: false });
  }
  for (const id of foreign) {
    // The answer to an unknown id may depend on the id's first digits. So each id is compared with an unknown id that
    // has the same first four digits.
    const kind = id.slice(0, 4) + id.replaceAll(/[0-9a-f]/g, '0');
    if (!nobody.has(kind)) nobody.set(kind, saidOf(await ask(unknownLike(id)), unknownLike(id)));
    const neighbour = saidOf(await ask(id), id);
    expect({ place, id, said: neighbour }).toEqual({ place, id, said: String(nobody.get(kind)) });
    const shown = foreign.filter((other) => other !== id && neighbour.includes(other));
    expect({ place, id, shown, marked: neighbour.includes(MARK) }).toEqual({ place, id, shown: [], marked: false });
  }
}

const PRODUCTS = [{ name: 'Rose', quantity: 1, price: 5 }];
const BASE = ' /app/api/workspaces/:workspace/';
/** All workspace routes with a second id in the path, as paths after the workspace. */
const ROUTES = ROUTES_OF_DATA.flatMap((route) =>
  route.includes(':flow') ? ['orders', 'inquiries'].map((flow) => route.replace(':flow', flow)) : [route],
)
  .filter((route) => route.includes(BASE) && /:.*:/.test(route))
  .map((route) => route.replace(BASE, ' '));
/** A valid body or query for each route that needs one. */
const SENT: Readonly<Record<string, object>> = {
  'GET webhooks/:id/missed': { since: '0' },
  'POST keys/:id/rotate': { overlapHours: 24 },
  'POST webhooks/:id/update': { enabled: false },
  'POST webhooks/:id/resend': { eventId: UNKNOWN_ID },
  'POST webhooks/:id/sign': { eventId: UNKNOWN_ID },
  'POST webhooks/:id/resend-missed': { since: 0 },
  'POST orders/:id/update': { data: { platform: 'mine' } },
  'POST orders/:id/status': { statusId: 'status-closed' },
  'POST orders/:id/schedule': { every: 'week', next: inDays(7), last: null, daysBefore: 2 },
  'POST orders/:id/schedule/pause': { isPaused: true },
  'POST orders/:id/schedule/confirm': { due: inDays(10), order: { date: inDays(10), products: PRODUCTS } },
  'POST orders/:id/schedule/skip': { due: inDays(10) },
  'POST orders/:id/schedule/unskip': { due: inDays(3) },
  'POST clients/:id/update': { version: 1, note: 'mine' },
  'POST clients/:id/merge': { other: UNKNOWN_ID },
  'POST orders/:id/payments': { pending: false, amount: 1 },
  'POST orders/:id/payments/:payment/confirm': { version: 1 },
  'POST orders/:id/payments/:payment/edit': { version: 1, amount: 2 },
  'POST orders/:id/payments/:payment/refund': { version: 1, amount: 1 },
  'POST orders/:id/payments/:payment/remove': { version: 1 },
  'POST orders/:id/payments/:payment/undo': { version: 1 },
  'POST deliveries/:id/paid': { version: 1, amount: 1 },
  'POST deliveries/:id/unpaid': { id: UNKNOWN_ID },
  'POST deliveries/:id/delivered': { statusId: 'status-closed' },
  'POST flows/orders/:id/update': { name: 'mine' },
  'POST stock/:id/update': { id: 'mine', name: 'mine', sku: null, picture: null },
  'POST stock/:id/correct': { way: 'by', quantity: 1, reason: 'mine' },
  'POST stock/stocktakes/:id/count': { product: UNKNOWN_ID, counted: 1 },
  'POST people/:id/role': { role: 'viewer' },
  'POST backups/:name/restore': { word: 'RESTORE' },
  'POST inquiries/:id/move': { stageId: UNKNOWN_ID },
  'POST inquiries/:id/notes': { text: 'mine' },
  'POST inquiries/:id/order': { date: '2026-05-20', products: PRODUCTS },
  'POST flows/inquiries/:id/update': { name: 'mine' },
};

const callAt = (route: string, id: string): Promise<Answer> => {
  const [method, path = ''] = route.split(' ');
  const address = `/app/api/workspaces/${ours.id}/${path.replaceAll(/:(?:id|payment|event|name)/g, id)}`;
  const sent = SENT[route] ?? {};
  if (method === 'POST') return ours.owner.post(address, sent);
  return ours.owner.get(`${address}?${new URLSearchParams({ ...sent })}`);
};

test('each request of this file to a route with a second id is valid except for the id', async () => {
  expect(Object.keys(SENT).filter((route) => !ROUTES.includes(route))).toEqual([]);
  for (const route of ROUTES) {
    const { status, body } = await callAt(route, UNKNOWN_ID);
    const { code } = body;
    expect({ route, code, isValid: [403, 404].includes(status) }).toEqual({ route, code, isValid: true });
  }
});

test('a workspace’s owner can read that workspace’s orders, inquiries, webhooks, history and people', async () => {
  const { id, owner, order, inquiry, endpoint } = theirs;
  for (const path of [`orders/${order}`, `inquiries/${inquiry}`, `webhooks/${endpoint}/attempts`, 'history', 'people'])
    expectOk(await owner.get(`/app/api/workspaces/${id}/${path}`));
  const { orders } = expectOk(await owner.get(`/app/api/workspaces/${id}/orders`));
  expect(JSON.stringify(orders)).toContain(MARK);
});

test('an id from another workspace counts as unknown in a path and changes nothing in that other workspace', async () => {
  const before = rowsOf(theirs.id);
  for (const route of ROUTES) await expectWall(route, (id) => callAt(route, id));
  expect(rowsOf(theirs.id)).toEqual(before);
}, 120_000);

test('another workspace’s id counts as unknown even in a path with an id of the caller’s workspace', async () => {
  const before = rowsOf(theirs.id);
  const at = `/app/api/workspaces/${ours.id}`;
  for (const [verb, body] of [
    ['confirm', { version: 1 }],
    ['edit', { version: 1, amount: 2 }],
    ['refund', { version: 1, amount: 1 }],
    ['remove', { version: 1 }],
  ] as const) {
    const payments = (order: string, payment: string) =>
      ours.owner.post(`${at}/orders/${order}/payments/${payment}/${verb}`, body);
    await expectWall(`own order, ${verb}`, (id) => payments(ours.order, id));
    await expectWall(`own payment, ${verb}`, (id) => payments(id, ours.payment));
  }
  await expectWall('own endpoint, event', (id) => ours.owner.get(`${at}/webhooks/${ours.endpoint}/events/${id}`));
  expect(rowsOf(theirs.id)).toEqual(before);
});

/** The bodies of the dashboard's requests that contain ids; all other fields are valid. */
const IN_BODIES: Readonly<Record<string, (id: string) => readonly [path: string, body: object]>> = {
  'orders of a change of several': (id) => ['orders/statuses', { ids: [id], statusId: 'status-closed' }],
  'orders of a deletion of several': (id) => ['orders/remove', { ids: [id] }],
  'orders of a return of several': (id) => ['orders/restore', { ids: [id] }],
  'orders of a change that is undone': (id) => [
    'orders/statuses/undo',
    { statusId: 'status-new', orders: [{ id, statusId: 'status-closed' }] },
  ],
  'status that is undone': (id) => [
    'orders/statuses/undo',
    { statusId: 'status-new', orders: [{ id: ours.order, statusId: id }] },
  ],
  'status of several': (id) => ['orders/statuses', { ids: [ours.order], statusId: id }],
  'status of one': (id) => [`orders/${ours.order}/status`, { statusId: id }],
  'status that is expected': (id) => [`orders/${ours.order}/status`, { statusId: 'status-new', expectedStatusId: id }],
  'event to be sent again': (id) => [`webhooks/${ours.endpoint}/resend`, { eventId: id }],
  'event to be signed': (id) => [`webhooks/${ours.endpoint}/sign`, { eventId: id }],
  'test that arrived': (id) => [`webhooks/${ours.endpoint}/resume`, { afterTest: id }],
  'stage of a move': (id) => [`inquiries/${ours.inquiry}/move`, { stageId: id }],
  'order of the statuses': (id) => ['flows/orders/order', { ids: ['status-new', id] }],
  'order of the stages': (id) => ['flows/inquiries/order', { ids: [ours.stage, id] }],
  'client who is merged': (id) => [`clients/${ours.client}/merge`, { other: id }],
  'stage that takes over': (id) => [`flows/inquiries/${ours.stage}/remove`, { to: id }],
};

test.each(Object.entries(IN_BODIES))(
  'another workspace’s id in a request body counts as unknown: %s',
  async (name, ask) => {
    const before = rowsOf(theirs.id);
    await expectWall(name, (id) => {
      const [path, body] = ask(id);
      return ours.owner.post(`/app/api/workspaces/${ours.id}/${path}`, body);
    });
    expect(rowsOf(theirs.id)).toEqual(before);
  },
);

test('a page may create an object under an id that another workspace already uses', async () => {
  const before = rowsOf(theirs.id);
  const at = `/app/api/workspaces/${ours.id}`;
  const theirIds = (table: string): string[] => before[table]?.map(({ id }) => String(id)) ?? [];
  const [ourRose] = expectOk(await ours.owner.get(`${at}/stock?q=rose-ours`)).products;
  for (const formId of theirIds('stock_movements')) {
    const correction = { way: 'by', quantity: 1, reason: 'counted' };
    const sentUnder = { 'idempotency-key': formId };
    expectOk(await ours.owner.post(`${at}/stock/${ourRose.id}/correct`, correction, sentUnder));
  }
  const [rose] = expectOk(await ours.owner.get(`${at}/stock?q=rose-ours`)).products;
  expect(rose.quantity).toBe(ourRose.quantity + theirIds('stock_movements').length);
  expect(theirIds('imports').length).toBeGreaterThan(0);
  for (const id of theirIds('imports')) {
    const lily = 'id;name;quantity\nlily-ours;Lily;3';
    const { started } = expectOk(await sendTable(ours.owner, `${at}/stock/import`, lily, { id }));
    expect(theirIds('imports')).not.toContain(started.id);
    await importDone(ours.owner, at, started.id);
  }
  expect(rowsOf(theirs.id)).toEqual(before);
});

test('a list, history or export filtered by another workspace’s id contains no data of that workspace', async () => {
  const at = `/app/api/workspaces/${ours.id}`;
  const [rose] = expectOk(await ours.owner.get(`${at}/stock?q=rose-ours`)).products;
  const filter = (key: string, id: string): string => encodeURIComponent(new URLSearchParams({ [key]: id }).toString());
  const places: Readonly<Record<string, (id: string) => string>> = {
    'orders by status': (id) => `orders?filter=${filter('status', id)}`,
    'orders by words': (id) => `orders?filter=${filter('q', id)}`,
    'orders behind one': (id) => `orders?cursor=${id}`,
    'board of orders': (id) => `orders/board?filter=${filter('status', id)}`,
    'couriers’ sheet': (id) => `orders/couriers?ids=${id}`,
    'cards of a stage': (id) => `inquiries?stage=${id}`,
    'cards behind one': (id) => `inquiries?stage=${ours.stage}&cursor=${id}`,
    'history of a person': (id) => `history?who=person:${id}`,
    'history of a key': (id) => `history?who=key:${id}`,
    'history behind one': (id) => `history?cursor=${id}`,
    'calls of a key': (id) => `calls?key=${id}`,
    'calls behind one': (id) => `calls?before=${id}`,
    'calls by number': (id) => `calls?requestId=${id}`,
    'products behind one': (id) => `stock?cursor=${id}`,
    'ledger behind one': (id) => `stock/${rose.id}?cursor=${id}`,
    'products by words': (id) => `stock?q=${id}`,
  };
  for (const [place, pathOf] of Object.entries(places))
    await expectWall(place, (id) => ours.owner.get(`${at}/${pathOf(id)}`));
});

test('sessions and passkeys of other people count as unknown', async () => {
  const before = rowsOf(theirs.id);
  await expectWall('session', (id) => ours.owner.post('/app/api/sessions/revoke', { id }));
  for (const [verb, body] of [
    ['rename', { name: 'mine' }],
    ['remove', {}],
  ] as const)
    await expectWall(`passkey ${verb}`, (id) => ours.owner.post(`/app/api/account/passkeys/${id}/${verb}`, body));
  expect(rowsOf(theirs.id)).toEqual(before);
});

test('an unfiltered list of a workspace contains no data of other workspaces', async () => {
  const lists = ROUTES_OF_DATA.filter((route) => route.startsWith('GET ') && !/:(?!workspace)/.test(route));
  expect(lists.length).toBeGreaterThan(25);
  for (const route of lists.filter((one) => !one.endsWith('/live'))) {
    const path = route.slice('GET '.length).replace(':workspace', ours.id);
    const response = await ours.owner.fetch(path);
    const text = await response.text();
    const shown = foreign.filter((id) => text.includes(id));
    expect({ route, shown, marked: text.includes(MARK) }).toEqual({ route, shown: [], marked: false });
  }
});

test('an API key reaches no data of another workspace, neither by Docket’s ids nor by an orderKey', async () => {
  const before = rowsOf(theirs.id);
  const call = (verb: string, body: object) => ours.api.post(`/api/v1/orders/${verb}`, body);
  const withId: Readonly<Record<string, (id: string) => Promise<Answer>>> = {
    read: (id) => ours.api.get(`/api/v1/orders/${id}`),
    update: (id) => call('update', { id, data: { platform: 'mine' } }),
    status: (id) => call('status', { id, statusId: 'status-closed' }),
    'status of another': (id) => call('status', { id: ours.order, statusId: id }),
    delete: (id) => call('delete', { id }),
    payment: (id) => call('payment', { id, paymentId: 'mine', amount: 1 }),
    'payment of another': (id) => call('payment', { orderKey: id, paymentId: 'mine', amount: 1 }),
    'list behind one': (id) => ours.api.get(`/api/v1/orders?cursor=${id}`),
    'list by status': (id) => ours.api.get(`/api/v1/orders?statusId=${id}`),
  };
  for (const [place, ask] of Object.entries(withId)) await expectWall(`API, ${place}`, ask);
  const byKey = await call('payment', { orderKey: 'key-theirs', paymentId: 'mine', amount: 1 });
  expect({ status: byKey.status, code: byKey.body.code }).toEqual({ status: 404, code: 'order_not_found' });
  // The neighbour's payment id is free in this workspace, so the call creates a payment here.
  expectOk(await call('payment', { id: ours.order, paymentId: 'paid-theirs', amount: 1, currency: 'RUB' }));
  expect(rowsOf(theirs.id)).toEqual(before);
});
