import { Database } from 'bun:sqlite';
import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { expectFailure, expectOk, placeOrder } from '../support/http-answers.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop();
let keyId: string;
let orderNum: string;
beforeAll(async () => {
  const made = expectOk(
    await owner.post(`${shop.base}/keys`, { name: '=1+1', source: 'a', scopes: ['svc:orders:read'] }),
  );
  keyId = made.id;
  orderNum = (await placeOrder(shop.api)).num;
  expectOk(await owner.post(`${shop.base}/settings/profile`, { name: '=HYPERLINK("x")' }));
});

const actionsOf = async (query: string): Promise<string[]> =>
  expectOk(await owner.get(`${shop.base}/history?${query}`)).rows.map(({ action }: { action: string }) => action);
const meId = async (): Promise<string> => expectOk(await owner.get('/app/api/me')).person.id;

test('each kind of change in the history filter shows exactly the changes of that kind', async () => {
  expect(await actionsOf('kind=orders')).toEqual(['order.created']);
  expect(await actionsOf('kind=keys')).toEqual(['api_key.created', 'api_key.created']);
  expect(await actionsOf('kind=people')).toEqual(['person.signed_in', 'person.added']);
  expect(await actionsOf('kind=webhooks')).toEqual([]);
  expect(await actionsOf('kind=workspace')).toEqual(['workspace.updated', 'workspace.created']);
});

test('a created API key is shown with its name and scopes, on the page and in the export', async () => {
  const { rows } = expectOk(await owner.get(`${shop.base}/history?kind=keys`));
  const row = rows.find(({ subject }: { subject: string }) => subject === keyId);
  expect(row.changes).toEqual({
    name: { from: null, to: '=1+1' },
    scopes: { from: null, to: ['svc:orders:read'] },
  });
  const csv = await (await owner.fetch(`${shop.base}/history/export?kind=keys`)).text();
  expect(csv).toContain('name: - → =1+1; scopes: - → svc:orders:read,');
});

test('the history is filtered by author: a person, an API key or the command line', async () => {
  expect(await actionsOf(`who=person:${await meId()}`)).toEqual([
    // The previous test exported the keys' rows.
    'history.exported',
    'workspace.updated',
    'api_key.created',
    'person.signed_in',
  ]);
  expect(await actionsOf('who=command')).toEqual(['api_key.created', 'person.added', 'workspace.created']);
  expect(await actionsOf('who=key')).toEqual(['order.created']);
  const { people, keys } = expectOk(await owner.get(`${shop.base}/history/actors`));
  expect(people).toEqual([{ who: `person:${await meId()}`, name: 'owner@example.com' }]);
  expect(keys.map(({ who }: { who: string }) => who)).toContain(`key:${keyId}`);
  expectFailure(await owner.get(`${shop.base}/history?who=nobody`), 422, 'validation_failed');
});

test('a period includes its first and last day, and a cursor of one period is refused for another', async () => {
  using db = new Database(join(shop.dir, 'docket.db'), { readwrite: true });
  db.run('PRAGMA busy_timeout = 15000');
  // 1 May in Omsk (UTC+6) begins at 18:00 UTC on 30 April.
  db.run("UPDATE workspaces SET time_zone = 'Asia/Omsk'");
  const at = (iso: string): number => Date.parse(iso);
  const put = db.prepare(
    "INSERT INTO audit_log (workspace_seq, at, actor_type, action, subject) VALUES (1, ?, 'system', 'api_key.revoked', ?)",
  );
  put.run(at('2025-04-30T17:59:59.999Z'), 'before');
  put.run(at('2025-04-30T18:00:00Z'), 'first');
  put.run(at('2025-05-02T17:59:59.999Z'), 'last');
  put.run(at('2025-05-02T18:00:00Z'), 'after');
  const { rows } = expectOk(await owner.get(`${shop.base}/history?from=2025-05-01&to=2025-05-02`));
  expect(rows.map(({ subject }: { subject: string }) => subject)).toEqual(['last', 'first']);
  for (let more = 0; more < 60; more += 1) put.run(at('2025-05-01T12:00:00Z'), `row ${more}`);
  const first = expectOk(await owner.get(`${shop.base}/history?to=2025-05-02`));
  const cursor = encodeURIComponent(first.nextCursor);
  const second = expectOk(await owner.get(`${shop.base}/history?to=2025-05-02&cursor=${cursor}`));
  expect([first.rows.length, second.rows.length]).toEqual([50, 13]);
  expectFailure(await owner.get(`${shop.base}/history?to=2025-05-03&cursor=${cursor}`), 422, 'invalid_cursor');
  expectFailure(await owner.get(`${shop.base}/history?from=2025-02-30`), 422, 'validation_failed');
  const { rows: ofDays } = expectOk(await owner.get(`${shop.base}/history?from=2025-05-01&to=2025-05-02`));
  expect(expectOk(await owner.get(`${shop.base}/history?when=today`)).rows.length).toBeGreaterThan(0);
  expect(expectOk(await owner.get(`${shop.base}/history?when=yesterday`)).rows).toEqual([]);
  expect(expectOk(await owner.get(`${shop.base}/history?when=today&from=2025-05-01&to=2025-05-02`)).rows).toEqual(
    ofDays,
  );
  expectFailure(await owner.get(`${shop.base}/history?when=someday`), 422, 'validation_failed');
});

test('the history export has the rows of its filter and no cell that a spreadsheet would run', async () => {
  const fetched = (query: string) => owner.fetch(`${shop.base}/history/export?${query}`);
  const response = await fetched('kind=workspace');
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(/attachment; filename="history-.*\.csv"/);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  const lines = text.split('\r\n');
  expect(lines[0]).toBe('\uFEFFTime,Who,Name,What,Code,On,Id,From and to,Request');
  const updated = lines.find((line) => line.includes('Workspace changed,workspace.updated'));
  expect(updated).toContain('name: Test shop → =HYPERLINK(""x"")');
  const orders = await (await fetched('kind=orders')).text();
  expect(orders).toContain(`order.created,${orderNum},`);
  expectOk(await owner.post('/app/api/account', { name: '=cmd|A0' }));
  expect(await (await fetched('kind=people')).text()).toContain(",'=cmd|A0,");
});

test('changes of an inquiry are in the history with their author, values and request', async () => {
  const received = await shop.api.post('/api/v1/inquiries', { payload: { name: '=Анна', phone: '+79123456789' } });
  const { id } = expectOk(received);
  const moved = await owner.post(`${shop.base}/inquiries/${id}/move`, { stageId: 'stage-in-work' });
  expectOk(moved);
  expectOk(await owner.post(`${shop.base}/inquiries/${id}/notes`, { text: 'Позвонить в пять' }));
  const form = {
    date: '2026-03-08',
    client: { name: 'Анна' },
    products: [{ name: 'Роза', quantity: 3, price: 120.5 }],
  };
  const order = expectOk(await owner.post(`${shop.base}/inquiries/${id}/order`, form));
  const { rows } = expectOk(await owner.get(`${shop.base}/history?kind=inquiries`));
  const about = { subject: id, subjectName: '=Анна' };
  const byOwner = { actorType: 'person', actorName: '=cmd|A0' };
  expect(rows).toMatchObject([
    { ...about, ...byOwner, action: 'inquiry.order_made', changes: { order: { to: { num: order.num } } } },
    { ...about, ...byOwner, action: 'inquiry.noted', changes: { note: { from: null, to: 'Позвонить в пять' } } },
    {
      ...about,
      ...byOwner,
      action: 'inquiry.moved',
      requestId: moved.body.requestId,
      changes: { stage: { from: { name: 'New' }, to: { name: 'In work' } } },
    },
    { ...about, action: 'inquiry.created', actorType: 'key', requestId: received.body.requestId, changes: null },
  ]);
  expect(await actionsOf('')).toContain('inquiry.moved');
  expect((await actionsOf('kind=settings')).filter((action) => action.startsWith('inquiry.'))).toEqual([]);
  const response = await owner.fetch(`${shop.base}/history/export?kind=inquiries`);
  const lines = (await response.text()).split('\r\n');
  expect(lines[3]).toContain(`Inquiry moved,inquiry.moved,'=Анна,${id},stage: New → In work,${moved.body.requestId}`);
});

test('rows about a person, an API key or the workspace show the name instead of an id', async () => {
  const whole = expectOk(await owner.get(`${shop.base}/history?kind=workspace`)).rows;
  const updated = whole.find((row: { action: string }) => row.action === 'workspace.updated');
  expect(updated.subjectName).toBe('=HYPERLINK("x")');
  const { rows } = expectOk(await owner.get(`${shop.base}/history?kind=people`));
  for (const row of rows) expect(row.subjectName).toBe('=cmd|A0');
  const keys = expectOk(await owner.get(`${shop.base}/history?kind=keys`)).rows;
  expect(keys.find((row: { subject: string }) => row.subject === keyId).subjectName).toBe('=1+1');
  // Nobody with that id exists any more, so only the id is shown.
  expect(keys.find((row: { subject: string }) => row.subject === 'after').subjectName).toBeNull();
});
