import { beforeAll, expect, test } from 'bun:test';
import { ownerOf } from '../support/browser-session.ts';
import { client } from '../support/docket.ts';
import { expectFailure, expectOk, placeOrder } from '../support/http-answers.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop(['--log-level', 'debug']);
beforeAll(async () => {
  await placeOrder(shop.api, { client: { name: 'Zinaida', phone: '79123330000' } });
  await placeOrder(shop.api, { client: { name: 'Boris' } });
});

/**
 * Sends a request as the pages do. The typed text is in a header, so it is in no proxy's log and no browser history.
 */
async function asked(path: string, hidden: Record<string, string>) {
  const headers = { cookie: owner.cookie(), 'docket-query': new URLSearchParams(hidden).toString() };
  const response = await fetch(`${shop.url}${shop.base}/${path}`, { headers });
  const type = response.headers.get('content-type') ?? '';
  return {
    status: response.status,
    headers: response.headers,
    body: type.includes('json') ? await response.json() : await response.text(),
  };
}

test('every search finds the same whether its words are sent in a header or in the URL', async () => {
  const { orders } = expectOk(await asked('orders', { filter: 'q=Zinaida' }));
  expect(orders).toHaveLength(1);
  expect(expectOk(await asked('orders/find', { q: '3330000' })).orders).toHaveLength(1);
  expect(expectOk(await asked('orders/clients', { q: 'Zina' })).clients).toHaveLength(1);
  expect(expectOk(await asked('stock?below=1', { q: 'rose' })).products).toEqual([]);
  expect((await asked('orders/export', { filter: 'q=Zinaida' })).body).toContain('Zinaida');
  expect((await asked('orders/export', { filter: 'q=Zinaida' })).body).not.toContain('Boris');
});

test('an unknown search parameter, or one sent both in the header and in the URL, is refused', async () => {
  expectFailure(await asked('orders/find?q=a', { q: 'b' }), 422, 'validation_failed');
  expectFailure(await asked('orders/find', { q: 'b', nonsense: '1' }), 422, 'validation_failed');
  expectFailure(await asked('orders', { filter: 'nonsense=1' }), 422, 'validation_failed');
});

test('no log contains a searched word, whether it was sent in the header or in the URL', async () => {
  await asked('orders', { filter: 'q=Zinaida' });
  expectOk(await owner.get(`${shop.base}/orders?filter=q%3DZinaida`));
  await shop.api.get('/api/v1/orders?num=Zinaida');
  const said = `${shop.server.stdout()}${shop.server.stderr()}`;
  expect(said).toContain('/orders');
  expect(said).not.toContain('Zinaida');
  const other = await ownerOf(shop);
  expect(JSON.stringify((await other.get(`${shop.base}/calls`)).body)).not.toContain('Zinaida');
});

test('only a signed-in person’s query is validated, and other callers are rate-limited as strangers', async () => {
  const ask = (cookie: string) =>
    client(shop.url).get(`${shop.base}/orders?filter=a`, { cookie, 'docket-query': 'q=a&q=b&filter=c' });
  const [first, second] = expectFailure(await ask(owner.cookie()), 422, 'validation_failed');
  expect([first.path, second.path]).toEqual(['q', 'filter']);
  const codes = new Set<string>();
  // Without a session, a network may make 300 calls before the limit applies.
  for (let left = 1_000; left > 0 && !codes.has('rate_limited'); left -= 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('')));
    for (const { body } of answers) codes.add(body.code);
  }
  expect([...codes].toSorted()).toEqual(['rate_limited', 'signed_out']);
});
