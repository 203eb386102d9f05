/**
 * A workspace reads everything that it may see, before and after another workspace of the installation sells something.
 */

import { beforeAll, expect, test } from 'bun:test';
import { ROUTES_OF_DATA } from '../support/answer-models.ts';
import type { Visitor } from '../support/browser-session.ts';
import { type Client, openShop } from '../support/docket.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { enterAs, openWorkspace } from '../support/members.ts';
import { shared } from '../support/shared.ts';

const shop = shared(() => openShop(['--environment', 'dev']));
let api: Client;
let owner: Visitor;
let base: string;
let busy: Client;
let order: string;
beforeAll(async () => {
  const quiet = await openWorkspace(shop, 'Quiet');
  api = quiet.api;
  owner = await enterAs(shop, { email: 'quiet@example.com' }, quiet.id);
  base = `/app/api/workspaces/${quiet.id}`;
  busy = (await openWorkspace(shop, 'Busy')).api;
  for (let nth = 0; nth < 40; nth += 1) {
    order = (await placeOrder(api, { platform: `p${nth % 3}` })).id;
    expectOk(await api.post('/api/v1/inquiries', { payload: { name: `n${nth}` } }));
  }
});

/** Values that change by themselves: the clock, and the calls of this test. */
const MOVES = /\/(?:live|calls|keys|sessions|people|samples|export)$/;
const TIMES = /^(?:requestId|now|at|nowMs|lastSeenAt|lastUsedAt|ageMs|waitsMs|medianAgeMs|since|overdueAt)$/;

function addresses(): string[] {
  const own = ROUTES_OF_DATA.filter((route) => route.startsWith('GET /app/api/workspaces/:workspace'))
    .map((route) => route.replace('GET /app/api/workspaces/:workspace', base).replace('orders/:id', `orders/${order}`))
    .filter((path) => !path.includes(':') && !MOVES.test(path));
  const lists = [
    '/api/v1/orders?limit=7',
    '/api/v1/orders?limit=7&updatedFrom=2020-01-01T00:00:00Z',
    '/api/v1/changes',
  ];
  const filtered = [
    '/api/v1/orders?limit=7&statusId=status-new',
    '/api/v1/changes?limit=7',
    '/api/v1/changes?after=now',
  ];
  const text = encodeURIComponent(JSON.stringify({ text: 'anna' }));
  return [...own, ...lists, ...filtered, `/api/v1/orders/${order}`, `${base}/orders?filter=${text}`];
}

const steady = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => !TIMES.test(key)))
    : value;

async function look(paths: readonly string[]): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  for (const path of paths) {
    const answer = await (path.startsWith('/api/') ? api : owner).get(path);
    seen[path] = `${answer.status} ${JSON.stringify(answer.body, steady)}`;
  }
  return seen;
}

test('one workspace’s sales change no answer to another workspace', async () => {
  const paths = addresses();
  expect(paths.length).toBeGreaterThan(25);
  const before = await look(paths);
  expect(await look(paths)).toEqual(before);
  for (let nth = 0; nth < 150; nth += 1) {
    const payments = [{ paymentId: `p${nth}`, amount: 10 }];
    await placeOrder(busy, { payments, client: { name: 'Anna' } });
  }
  expect(await look(paths)).toEqual(before);
  const taken = Object.values(before).filter((answer) => answer.startsWith('200'));
  expect(taken.length).toBeGreaterThan(20);
});
