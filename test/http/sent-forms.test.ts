/** If an answer was lost, a page sends its form again under the same id. The repeat creates nothing more. */

import { expect, test } from 'bun:test';
import type { Answer } from '../support/docket.ts';
import { changeStore, countRows, expectFailure, expectOk, placeOrder, rawRequest } from '../support/http-answers.ts';
import { enterAs } from '../support/members.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop(['--environment', 'dev', '--allow-private-webhooks']);

const newId = (): string => crypto.randomUUID();
const send = (path: string, body: object, id: string, who = owner): Promise<Answer> =>
  who.post(path, body, { 'idempotency-key': id });
const count = (rows: string): number => countRows(shop, rows);
const firstOf = async (list: string, items: string): Promise<string> =>
  expectOk(await owner.get(`${shop.base}/${list}`))[items][0].id;

interface Maker {
  readonly path: () => string | Promise<string>;
  readonly body: object;
  /** The table whose rows are counted, with a condition if needed. */
  readonly rows: string;
  /** True if the answer contains a secret that is shown only once. */
  readonly secret?: true;
}

const KEY = { name: 'Till', source: 'till', scopes: ['svc:orders:read'] };
const INVITATION = { email: 'new@example.com', role: 'viewer', language: 'en' };
const STATUS = { id: 'packed', name: 'Packed', tone: 'move', group: 'work', writesOffStock: false };
const ENDPOINT = { url: 'http://127.0.0.1:9/hook', events: ['order.created'] };

/** The makers are sorted so that each finds the objects that it needs. */
const MAKERS: Readonly<Record<string, Maker>> = {
  'a key': { path: () => `${shop.base}/keys`, body: KEY, rows: 'api_keys', secret: true },
  'a key in place of another': {
    path: async () => `${shop.base}/keys/${await firstOf('keys', 'keys')}/rotate`,
    body: { overlapHours: 24 },
    rows: 'api_keys',
    secret: true,
  },
  'an endpoint': { path: () => `${shop.base}/webhooks`, body: ENDPOINT, rows: 'webhook_endpoints', secret: true },
  'another secret of an endpoint': {
    path: async () => `${shop.base}/webhooks/${await firstOf('webhooks', 'endpoints')}/rotate`,
    body: {},
    rows: "audit_log WHERE action = 'webhook_endpoint.secret_rotated'",
    secret: true,
  },
  'a test event': {
    path: async () => `${shop.base}/webhooks/${await firstOf('webhooks', 'endpoints')}/test`,
    body: {},
    rows: "events WHERE type = 'webhook.test'",
  },
  'an invitation': { path: () => `${shop.base}/people`, body: INVITATION, rows: 'invitations_sent', secret: true },
  'a view': { path: () => `${shop.base}/views`, body: { name: 'Roses', query: 'q=rose' }, rows: 'saved_views' },
  'a status': { path: () => `${shop.base}/flows/orders`, body: STATUS, rows: 'statuses' },
  'a stage': {
    path: () => `${shop.base}/flows/inquiries`,
    body: { name: 'Quoted', tone: 'teal', group: 'work' },
    rows: 'inquiry_stages',
  },
  'a product': {
    path: () => `${shop.base}/stock`,
    body: { id: 'rose-1', name: 'Rose', sku: null, quantity: 1 },
    rows: 'products',
  },
  'a sample inquiry': { path: () => `${shop.base}/inquiries/sample`, body: {}, rows: 'inquiries' },
  'a note': {
    path: async () => {
      const { columns } = expectOk(await owner.get(`${shop.base}/inquiries/board`));
      return `${shop.base}/inquiries/${columns[0].cards[0].id}/notes`;
    },
    body: { text: 'Call back' },
    rows: "inquiry_history WHERE kind = 'noted'",
  },
  'a backup': { path: () => `${shop.base}/backups`, body: {}, rows: "audit_log WHERE action = 'backup.made'" },
  'a workspace': { path: () => '/app/api/workspaces', body: { name: 'Second', timeZone: 'UTC' }, rows: 'workspaces' },
};

test.each(Object.entries(MAKERS))('%s is created only once, however often its form is sent', async (_, maker) => {
  const { body, rows, secret } = maker;
  const [path, id, before] = [await maker.path(), newId(), count(rows)];
  // Two requests are sent at once, and one waits for the other. Then a third follows, as after a lost answer.
  const both = await Promise.all([send(path, body, id), send(path, body, id)]);
  const made = count(rows) - before;
  // If the second call arrives after the first is over, it counts as a repeat whose answer was lost.
  const late = secret === true ? both.filter(({ status }) => status !== 200) : [];
  for (const one of late) expectFailure(one, 409, 'made_already');
  const [first, ...others] = both.filter((one) => !late.includes(one)).map((one) => expectOk(one));
  for (const other of others) expect(other).toEqual(first);
  const again = await send(path, body, id);
  if (secret === true) {
    expectFailure(again, 409, 'made_already');
    const shown = Object.values(first as Record<string, string>).filter((text) => /^(dk_|whsec_|http)/.test(text));
    expect(shown).not.toEqual([]);
    for (const text of shown) expect(count(`sent_forms WHERE instr(answer, '${text}')`)).toBe(0);
  } else {
    expect(expectOk(again)).toEqual(first);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  }
  expect(count(rows) - before).toBe(made);
  expect(made).toBe(rows === 'statuses' ? 5 : 1);
});

test('a form succeeds even if its answer cannot be stored, and a repeat is answered as already done', async () => {
  const [path, id] = [`${shop.base}/views`, newId()];
  const full = "BEFORE UPDATE OF answer ON sent_forms BEGIN SELECT RAISE(ABORT, 'no room'); END";
  changeStore(shop, `CREATE TRIGGER no_room ${full}`);
  try {
    expectOk(await send(path, { name: 'Peonies', query: 'q=peony' }, id));
    expectFailure(await send(path, { name: 'Peonies', query: 'q=peony' }, id), 409, 'made_already');
  } finally {
    changeStore(shop, 'DROP TRIGGER no_room');
  }
});

test('a form sent again with other values creates nothing more, and is answered as already done', async () => {
  const [id, path] = [newId(), `${shop.base}/views`];
  expectOk(await send(path, { name: 'Tulips', query: 'q=tulip' }, id));
  const before = count('saved_views');
  expectFailure(await send(path, { name: 'Tulips too', query: 'q=tulip' }, id), 409, 'made_already');
  expectFailure(await send(`${shop.base}/keys`, KEY, id), 409, 'made_already');
  expect(count('saved_views')).toBe(before);
});

test('one form cannot record both an expected and a received payment', async () => {
  for (const pending of [true, false]) {
    const [{ id: order }, id] = [await placeOrder(shop.api), newId()];
    const add = (isPending: boolean) =>
      send(`${shop.base}/orders/${order}/payments`, { pending: isPending, amount: 10 }, id);
    const [payment] = expectOk(await add(pending)).order.payments;
    expectFailure(await add(!pending), 409, 'payment_key_conflict');
    expect(expectOk(await add(pending)).order.payments).toEqual([payment]);
  }
});

test('a refused form can be sent again under its id, and ids of two people do not collide', async () => {
  const [id, path] = [newId(), `${shop.base}/views`];
  expectFailure(await send(path, { name: '', query: 'q=iris' }, id), 422, 'validation_failed');
  expectOk(await send(path, { name: 'Irises', query: 'q=iris' }, id));
  const ann = await enterAs(shop, { email: 'ann@example.com', role: 'viewer' });
  const hers = expectOk(await send(path, { name: 'Hers', query: 'q=iris' }, id, ann));
  expect(expectOk(await send(path, { name: 'Hers', query: 'q=iris' }, id, ann))).toEqual(hers);
  expectFailure(await send(path, { name: 'Short', query: 'q=iris' }, 'short'), 422, 'validation_failed');
});

test('a view is saved despite an invalid Host header, but an invitation is refused because its link needs the host', async () => {
  const post = (path: string, body: string, host: string): Promise<Answer> =>
    rawRequest(
      shop.url,
      [
        `POST ${shop.base}/${path} HTTP/1.1`,
        `Host: ${host}`,
        'Sec-Fetch-Site: same-origin',
        `Cookie: ${owner.cookie()}`,
      ]
        .concat('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
        .concat(`Idempotency-Key: ${newId()}`, '', body)
        .join('\r\n'),
    );
  for (const host of ['[', 'x:99999', '%']) {
    expectOk(await post('views', JSON.stringify({ name: `View ${host}`, query: 'q=iris' }), host));
    const invited = JSON.stringify({ email: `guest${host.length}@example.com`, role: 'viewer', language: 'en' });
    expectFailure(await post('people', invited, host), 400, 'bad_request');
  }
});
