import { expect, test } from 'bun:test';
import { EN } from '../../src/dashboard/client/words/en/all.ts';
import { type Form, goTo, sharedDesk, type TestPage } from '../support/browser.ts';
import { client, openShop, orderBody } from '../support/docket.ts';
import { changeStore } from '../support/http-answers.ts';
import { type Receiver, startReceiver, verify } from '../support/receiver.ts';
import { DESKTOP, enter, formNamed, look, signInAs, speak, walk, wordsOf } from '../support/visits.ts';

const { browser, shop } = sharedDesk(['--allow-private-webhooks', '--environment', 'dev']);

async function comeIn(page: TestPage, form: Form): Promise<void> {
  await signInAs(page, form);
  await page.getByRole('heading', { name: wordsOf(form).start.overview }).waitFor();
}

async function signIn(page: TestPage, form: Form): Promise<void> {
  const words = wordsOf(form);
  await comeIn(page, form);
  await goTo(page, words.webhooks);
  await page.getByRole('heading', { name: words.webhooks }).waitFor();
}

async function journey(form: Form, receiver: Receiver): Promise<void> {
  const words = wordsOf(form);
  speak(shop, form);
  await using page = await browser.visit(`${shop.url}/app`, form);
  await page.getByRole('heading', { name: words.signInTitle }).waitFor();
  await look(page, form);
  await signIn(page, form);
  await look(page, form);
  await goTo(page, words.webhooks);
  await page.getByRole('heading', { name: words.webhooks }).waitFor();
  await look(page, form);
  await page.getByRole('button', { name: words.hooks.addEndpoint }).click();
  await page.getByLabel(words.hooks.address, { exact: true }).fill(receiver.url);
  await look(page, form);
  await page.getByRole('button', { name: words.hooks.add, exact: true }).click();
  await page.getByRole('heading', { name: words.secretTitle }).waitFor();
  const secret = (await page.locator('.secret code').textContent()) ?? '';
  expect(secret).toMatch(/^whsec_/);
  await look(page, form);
  await page.keyboard.press('Escape');
  expect(await page.locator('.secret code').isVisible()).toBe(true);
  await page.getByRole('button', { name: words.savedIt }).click();
  expect(await page.content()).not.toContain(secret);

  await page.getByRole('link', { name: receiver.url }).click();
  await page.getByRole('button', { name: words.hooks.sendTest }).click();
  await page.getByRole('cell', { name: words.hooks.succeeded }).waitFor();
  expect(receiver.received.map(({ type }) => type)).toEqual(['webhook.test']);
  for (const one of receiver.received) verify(secret, one);
  receiver.answer(503);
  await shop.api.post('/api/v1/orders/create', orderBody());
  await receiver.count(2);
  await page.reload();
  await page.getByText(words.why).first().click();
  await page.getByText('503').first().waitFor();
  await look(page, form);
  await page.keyboard.press('Escape');
  await goTo(page, words.keys);
  await page.getByRole('button', { name: words.apiKeys.newKey }).click();
  await page.getByLabel(words.apiKeys.name, { exact: true }).fill('Касса');
  await page.getByLabel(words.apiKeys.source, { exact: true }).fill('till');
  await page.getByLabel(words.apiKeys.presets.readOnly).check();
  await look(page, form);
  await page.getByRole('button', { name: words.apiKeys.create, exact: true }).click();
  await page.getByRole('heading', { name: words.apiKeys.keyTitle }).waitFor();
  const key = (await page.locator('.secret code').textContent()) ?? '';
  expect((await client(shop.url, key).get('/api/v1/orders')).status).toBe(200);
  await page.getByRole('button', { name: words.savedIt }).click();
  await look(page, form);
  await goTo(page, words.account);
  await page.getByText(words.person.thisDevice).waitFor();
  await look(page, form);
  await page.getByRole('button', { name: words.signOut, exact: true }).click();
  await page.getByRole('heading', { name: words.signInTitle }).waitFor();
}

walk('the pages from sign-in to a first verified webhook are accessible, without outside resources', async (form) => {
  using receiver = startReceiver();
  await journey(form, receiver);
  // The next run of this test uses the same shop and must begin without this endpoint.
  changeStore(shop, 'UPDATE webhook_endpoints SET removed_at = 1 WHERE removed_at IS NULL');
});

test('signing out before the first list arrives causes no further requests', async () => {
  await using page = await enter(browser, shop, DESKTOP, '/app/account');
  await page.route('**/app/api/workspaces/*/orders*', () => undefined);
  await page.goto(`${shop.url}/app/orders`);
  await page.locator('.menu-person').click();
  await page.getByRole('menuitem', { name: EN.signOut }).click();
  await page.getByRole('heading', { name: EN.signInTitle }).waitFor();
});

/**
 * The gzipped size of a file. Expects that the browser may cache it forever, and that clients without gzip get the same
 * file uncompressed.
 */
async function sizeOf(path: string): Promise<number> {
  const response = await fetch(`${shop.url}${path}`, { headers: { 'accept-encoding': 'gzip' }, decompress: false });
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('content-encoding')).toBe('gzip');
  const packed = new Uint8Array(await response.arrayBuffer());
  const plain = await fetch(`${shop.url}${path}`, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await plain.bytes()).toEqual(Bun.gunzipSync(packed));
  return packed.byteLength;
}

/**
 * Returns the total and the largest gzipped size of requested files with this extension. Skips files requested after
 * the answer to the path `until`, because a fast machine may already load later parts.
 */
async function loadedBytes(page: TestPage, ending: string, until = ''): Promise<{ sum: number; largest: number }> {
  const script = `(() => {
    const all = performance.getEntriesByType('resource');
    const end = all.find(({ name }) => new URL(name).pathname.endsWith('${until}'))?.responseEnd ?? 0;
    const asked = '${until}' === '' ? all : all.filter(({ startTime }) => startTime <= end);
    return [...new Set(asked.map(({ name }) => new URL(name).pathname))];
  })()`;
  const paths = (await page.evaluate(script)) as string[];
  const sizes = await Promise.all(paths.filter((path) => path.endsWith(ending)).map(sizeOf));
  return { sum: sizes.reduce((sum, size) => sum + size, 0), largest: Math.max(0, ...sizes) };
}

for (const isNew of [true, false]) {
  const shopName = isNew ? 'a new shop' : 'a shop with an order';
  test(`in ${shopName} the scripts and styles of sign-in and the first page stay within their size limits`, async () => {
    const form = formNamed('phone, light, en');
    await using own = await openShop();
    if (!isNew) expect((await own.api.post('/api/v1/orders/create', orderBody())).status).toBe(200);
    speak(own, form);
    await using page = await browser.visit(`${own.url}/app`, form);
    await page.getByRole('heading', { name: EN.signInTitle }).waitFor();
    const before = await loadedBytes(page, '.js');
    expect(before.sum).toBeGreaterThan(1_000);
    expect(before.sum).toBeLessThanOrEqual(14 * 1024);
    await comeIn(page, form);
    await page.getByText(EN.overview.attention).waitFor();
    // The first steps are on the page, so their scripts are counted.
    if (isNew) await page.getByRole('heading', { name: EN.start.title }).waitFor();
    const after = await loadedBytes(page, '.js', '/overview');
    expect(after.sum).toBeGreaterThan(before.sum);
    expect(after.sum).toBeLessThanOrEqual(55 * 1024);
    expect(after.largest).toBeLessThanOrEqual(25 * 1024);
    const style = await loadedBytes(page, '.css');
    expect(style.sum).toBeGreaterThan(500);
    expect(style.sum).toBeLessThanOrEqual(14 * 1024);
  });
}

test('each file of the installable app is served at the address that refers to it', async () => {
  const page = await (await fetch(`${shop.url}/app`)).text();
  const named = [...page.matchAll(/ href="(\/app\/[^"]+)"/g)].map(([, address]) => address ?? '');
  expect(named.length).toBe(3);
  const font = '/app/fonts/inter-4.1.woff2';
  const manifest = await (await fetch(`${shop.url}/app/docket.webmanifest`)).json();
  const { icons } = manifest as { icons: { src: string; type: string }[] };
  for (const address of [...named, font, ...icons.map(({ src }) => src)]) {
    const { status, headers } = await fetch(`${shop.url}${address}`);
    expect({ address, status }).toEqual({ address, status: 200 });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const icon = icons.find(({ src }) => src === address);
    if (icon !== undefined) expect(headers.get('content-type')).toBe(icon.type);
  }
});
