import { expect, test } from 'bun:test';
import { signedIn, type Visitor } from '../support/browser-session.ts';
import { docket, docketJson, orderBody } from '../support/docket.ts';
import { expectFailure, expectOk, type RawSocket, rawSocket } from '../support/http-answers.ts';
import { addMember, addWorkspace } from '../support/members.ts';
import { sharedShop } from '../support/shared.ts';
import { openTimedShop } from '../support/timed-shop.ts';

const { shop, owner } = sharedShop();

const PASSWORD = 'long enough for them';

interface SlowRequest {
  readonly path: string;
  readonly type?: string;
  readonly body: string;
}

/** @param header the caller's credentials */
async function beginSending(
  header: string,
  { path, type = 'application/json', body }: SlowRequest,
): Promise<RawSocket> {
  const socket = await rawSocket(shop.url);
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const head = [`POST ${path} HTTP/1.1`, 'Host: shop', 'Sec-Fetch-Site: same-origin', header, length];
  socket.send(`${[...head, `Content-Type: ${type}`].join('\r\n')}\r\n\r\n${body.slice(0, -1)}`);
  // Gives the server time to read the headers of the POST before the test removes the person. Otherwise the server
  // would refuse the POST at once.
  for (let others = 0; others < 3; others += 1) await owner.get('/app/api/me');
  return socket;
}

async function joined(name: string) {
  const email = `${name}@example.com`;
  await addMember(shop.dir, shop.workspaceId, { email, password: PASSWORD, role: 'owner' });
  const { people } = expectOk(await owner.get(`${shop.base}/people`));
  const { id } = people.find((person: { email: string }) => person.email === email);
  return { email, id, who: await signedIn(shop.url, email, PASSWORD) };
}

type JoinedPerson = Awaited<ReturnType<typeof joined>>;
type PutOut = (joined: JoinedPerson) => Promise<unknown>;

const WAYS: Readonly<Record<string, readonly [status: number, code: string, putOut: PutOut]>> = {
  'was taken out of the workspace': [401, 'signed_out', ({ id }) => owner.post(`${shop.base}/people/${id}/remove`)],
  'was taken out, and belongs to another too': [
    404,
    'not_found',
    async ({ id, email }) => {
      await addMember(shop.dir, await addWorkspace(shop.dir, 'Elsewhere'), { email });
      return owner.post(`${shop.base}/people/${id}/remove`);
    },
  ],
  'is no owner any more': [
    403,
    'forbidden',
    ({ id }) => owner.post(`${shop.base}/people/${id}/role`, { role: 'manager' }),
  ],
  'has signed out': [401, 'signed_out', ({ who }) => who.post('/app/api/sign-out')],
  'had the sessions ended by an owner': [
    401,
    'signed_out',
    ({ id }) => owner.post(`${shop.base}/people/${id}/end-sessions`),
  ],
  'chose a new password on another device': [
    401,
    'signed_out',
    async ({ email }) => {
      const other = await signedIn(shop.url, email, PASSWORD);
      return other.post('/app/api/account/password', { present: PASSWORD, next: 'another one of theirs' });
    },
  ],
};

test.each(Object.entries(WAYS))(
  'a person who %s while sending an invitation invites nobody',
  async (_way, [status, code, put]) => {
    const one = await joined(`inviter-${status}-${crypto.randomUUID()}`);
    const email = `friend-of-${one.email}`;
    const body = JSON.stringify({ email, role: 'owner', language: 'en' });
    const sending = await beginSending(`Cookie: ${one.who.cookie()}`, { path: `${shop.base}/people`, body });
    expectOk((await put(one)) as Awaited<ReturnType<Visitor['post']>>);
    sending.send(body.slice(-1));
    expectFailure(await sending.answer(), status, code);
    expect(JSON.stringify(expectOk(await owner.get(`${shop.base}/people`)))).not.toContain(email);
  },
);

test('reads under way get 401 if their session ends, and exports among them no longer count against the limit', async () => {
  const paths = ['orders', 'history', 'orders/export', 'orders/export', 'orders/export'];
  const [asked, read] = [Promise.withResolvers<void>(), Promise.withResolvers<undefined>()];
  let count = 0;
  const next = (): Promise<undefined> => {
    count += 1;
    if (count === paths.length) asked.resolve();
    return read.promise;
  };
  await using timed = await openTimedShop(next);
  const [ends, stays] = [await timed.owner(), await timed.owner()];
  const reads = paths.map((path) => ends.get(`${timed.base}/${path}`));
  await asked.promise;
  expectOk(await stays.post('/app/api/sessions/revoke-others'));
  timed.store.world.clock.advance(1_000);
  read.resolve(undefined);
  for (const answer of await Promise.all(reads)) expectFailure(answer, 401, 'signed_out');
  expect((await stays.get(`${timed.base}/orders/export`)).status).toBe(200);
});

test('a person removed during an upload imports no orders', async () => {
  const one = await joined('importer');
  const body = 'number;date;item;price\nLate-1;2026-03-08;Rose;100\n';
  const file = { path: `${shop.base}/orders/import`, type: 'text/csv', body };
  const sending = await beginSending(`Cookie: ${one.who.cookie()}`, file);
  expectOk(await owner.post(`${shop.base}/people/${one.id}/remove`));
  sending.send(body.slice(-1));
  expectFailure(await sending.answer(), 401, 'signed_out');
});

const order = JSON.stringify(orderBody({ requestKey: 'late' }));
const at = (): string[] => ['--data', shop.dir];

test.each([
  ['a key that was revoked', 401, 'unauthorized', (id: string) => docket(['key', 'revoke', id, ...at()])],
  [
    'a workspace whose API was switched off',
    403,
    'api_disabled',
    () => docket(['workspace', 'update', shop.workspaceId, ...at(), '--api', 'off']),
  ],
] as const)('%s while a body arrives creates no order', async (_of, status, code, end) => {
  const made = ['key', 'create', ...at(), '--workspace', shop.workspaceId, '--source', 'late', '--scopes', 'all'];
  const { id, key } = await docketJson<{ id: string; key: string }>(made);
  const sending = await beginSending(`Authorization: Bearer ${key}`, { path: '/api/v1/orders/create', body: order });
  expect((await end(id)).status).toBe(0);
  sending.send(order.slice(-1));
  expectFailure(await sending.answer(), status, code);
});
