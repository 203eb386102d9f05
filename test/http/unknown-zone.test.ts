import { expect, test } from 'bun:test';
import { openOwned } from '../support/browser-session.ts';
import { changeStore, expectOk, placeOrder } from '../support/http-answers.ts';

test('a time zone unknown to this machine counts as UTC and breaks no page or sign-in', async () => {
  const { shop, owner, base } = await openOwned();
  await using _shop = shop;
  await placeOrder(shop.api);
  changeStore(shop, "UPDATE workspaces SET time_zone = 'Mars/Olympus'", 'DELETE FROM known_devices');
  for (const page of ['overview', 'orders', 'deliveries', 'reports', 'payments/till', 'history']) {
    expectOk(await owner.get(`${base}/${page}`));
  }
  for (const table of ['orders', 'clients', 'stock', 'history']) {
    expect((await owner.get(`${base}/${table}/export`)).status).toBe(200);
  }
  // A mail reports each sign-in from a new device, with the time in the shop's zone.
  for (const browser of ['first', 'second']) {
    const entered = { email: 'owner@example.com', password: 'correct horse', remember: false };
    expectOk(await owner.post('/app/api/sign-in', entered, { 'user-agent': browser }));
  }
  const { workspaces } = expectOk(await owner.get('/app/api/me'));
  expect(workspaces[0].timeZone).toBe('UTC');
});
