import { expect, test } from 'bun:test';
import { type Client, openShop } from '../support/docket.ts';
import { expectFailure, expectOk, placeOrder } from '../support/http-answers.ts';
import { enterAs, openWorkspace } from '../support/members.ts';
import { shared } from '../support/shared.ts';
import { until } from '../support/until.ts';

const shop = shared(openShop);

const phoneOf = (nth: number): string => `+7912${1_000_000 + nth}`;

async function openClients() {
  const { id, api } = await openWorkspace(shop, 'People');
  for (let nth = -25; nth < 55; nth += 1) {
    await placeOrder(api, { client: { phone: phoneOf(Math.max(nth, 0)) } });
  }
  const viewer = await enterAs(shop, { email: `${id}@example.com`, role: 'viewer' }, id);
  const list = `/app/api/workspaces/${id}/clients`;
  const found = await until('the client of many orders', async () => {
    const { behind, clients } = expectOk(await viewer.get(`${list}?q=${phoneOf(0).slice(1)}`));
    return behind === 0 && clients;
  });
  return { viewer, paths: [list, `${list}/${found[0].id}`] };
}

async function createMany(api: Client, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) await placeOrder(api);
}

const cursorOf = async (api: Client, query = ''): Promise<string> =>
  expectOk(await api.get(`/api/v1/orders?limit=1${query}`)).nextCursor;

const QUERIES = ['', '&updatedFrom=2020-01-01T00:00:00Z', '&statusId=status-new', '&dateFrom=2020-01-01'];
const bytesOf = (cursor: string): Uint8Array => Uint8Array.fromBase64(cursor, { alphabet: 'base64url' });

test('a cursor reveals no time and no sequence number, and its length is always the same', async () => {
  const { api: quiet } = await openWorkspace(shop, 'Quiet');
  const { api: busy } = await openWorkspace(shop, 'Busy');
  await createMany(quiet, 2);
  const before = await Promise.all(QUERIES.map((query) => cursorOf(quiet, query)));
  await createMany(busy, 120);
  await createMany(quiet, 2);
  const after = await Promise.all(QUERIES.map((query) => cursorOf(quiet, query)));
  for (const cursor of [...before, ...after]) {
    expect(new TextDecoder().decode(bytesOf(cursor))).not.toMatch(/\d{8}/);
  }
  const lengths = new Set([...before, ...after].map(({ length }) => length));
  expect(lengths.size).toBe(1);
  // These two cursors point to adjacent places in a list, but have hardly a byte in common.
  const [first = '', second = ''] = [before[0], after[0]];
  const same = [...bytesOf(first)].filter((byte, at) => byte === bytesOf(second)[at]);
  expect(same.length).toBeLessThan(8);
});

test('a cursor of another workspace or with any character changed is refused', async () => {
  const { api: one } = await openWorkspace(shop, 'One');
  const { api: other } = await openWorkspace(shop, 'Other');
  await createMany(one, 2);
  await createMany(other, 2);
  const cursor = await cursorOf(one);
  expectFailure(await other.get(`/api/v1/orders?limit=1&cursor=${cursor}`), 422, 'invalid_cursor');
  for (let at = 0; at < cursor.length; at += 1) {
    const forged = `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`;
    expectFailure(await one.get(`/api/v1/orders?limit=1&cursor=${forged}`), 422, 'invalid_cursor');
  }
  for (const cut of [cursor.slice(1), cursor.slice(0, -4), `${cursor}AAAA`, `${cursor}=`, ` ${cursor}`]) {
    const query = new URLSearchParams({ limit: '1', cursor: cut });
    expectFailure(await one.get(`/api/v1/orders?${query}`), 422, 'invalid_cursor');
  }
  expectOk(await one.get(`/api/v1/orders?limit=1&cursor=${cursor}`));
});

test('a cursor of clients or of a client’s orders reveals no row number and works only in its own workspace', async () => {
  const [own, other] = [await openClients(), await openClients()];
  for (const [at, path] of own.paths.entries()) {
    const { nextCursor } = expectOk(await own.viewer.get(path));
    expect(nextCursor).not.toMatch(/^.?\d+$/);
    expectOk(await own.viewer.get(`${path}?cursor=${nextCursor}`));
    expectFailure(await other.viewer.get(`${other.paths[at]}?cursor=${nextCursor}`), 422, 'invalid_cursor');
    for (const forged of ['o7', 'k7', '7']) {
      expectFailure(await own.viewer.get(`${path}?cursor=${forged}`), 422, 'invalid_cursor');
    }
  }
});
