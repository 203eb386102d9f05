import { expect, test } from 'bun:test';
import { SCHEMA_VERSION } from '../../src/storage/index.ts';
import { openOwned } from '../support/browser-session.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';

test('the system page shows sizes, counts and backlogs, and its diagnostics have no personal data', async () => {
  const { shop, owner, base } = await openOwned(['--allow-private-webhooks', '--metrics-token', 'token-of-metrics']);
  await using _shop = shop;
  // Nobody listens there, so that events wait.
  const address = 'http://127.0.0.1:9/secret-path';
  const { secret } = expectOk(await owner.post(`${base}/webhooks`, { url: address, events: ['order.created'] }));
  for (let made = 0; made < 3; made += 1) await placeOrder(shop.api);
  const system = expectOk(await owner.get(`${base}/system`));
  expect(system).toMatchObject({
    schemaVersion: SCHEMA_VERSION,
    deliveriesWaiting: 3,
    mailsWaiting: 0,
    counts: { orders: 3, events: 3, webhookEndpoints: 1, apiKeys: 1, memberships: 1, payments: 0, inquiries: 0 },
  });
  expect(system.databaseBytes).toBeGreaterThan(0);
  expect(system.walBytes).toBeGreaterThan(0);
  expect(system.freeBytes).toBeGreaterThan(0);
  const response = await owner.fetch(`${base}/system/diagnostics`);
  expect(response.headers.get('content-disposition')).toMatch(/attachment; filename="docket-diagnostics-.*\.json"/);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ deliveriesWaiting: 3, process: { environment: 'production' } });
  const secrets = [secret, shop.key, 'token-of-metrics', '+79123456789', 'Мария', 'Test shop', 'owner@', '127.0.0.1'];
  for (const one of [...secrets, 'secret-path', shop.dir]) expect(text).not.toContain(one);
});
