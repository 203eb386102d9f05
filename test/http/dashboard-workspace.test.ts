import { expect, test } from 'bun:test';
import { getTableColumns } from 'drizzle-orm';
import { orders } from '../../src/storage/index.ts';
import { changeStore, expectFailure, expectOk, placeOrder, rulesOf } from '../support/http-answers.ts';
import { enterAs } from '../support/members.ts';
import { jpeg, png, webpExtended, webpLossless, webpLossy } from '../support/pictures.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop();

const workspaceNow = async () => expectOk(await owner.get('/app/api/me')).workspaces[0];
const newest = async () => expectOk(await owner.get(`${shop.base}/history?kind=settings`)).rows[0];
const made = async (extra = {}): Promise<string> => (await placeOrder(shop.api, extra)).num;
const setNumbers = (body: object) => owner.post(`${shop.base}/settings/numbers`, body);

/** The columns that a copy of an order shares with its original. */
const ORDER_COLUMNS = Object.values(getTableColumns(orders))
  .map(({ name }) => name)
  .filter((name) => !['seq', 'id', 'repeat_key', 'num'].includes(name));

const forgetProof = (): void => changeStore(shop, 'UPDATE sessions SET proved_at = 0');

test('a changed name and time zone are in the history with their old values', async () => {
  expectOk(await owner.post(`${shop.base}/settings/profile`, { name: 'Лавка', timeZone: 'Asia/Omsk' }));
  expect(await workspaceNow()).toMatchObject({ name: 'Лавка', timeZone: 'Asia/Omsk' });
  expect(await newest()).toMatchObject({
    action: 'workspace.updated',
    changes: { name: { from: 'Test shop', to: 'Лавка' }, timeZone: { from: 'UTC', to: 'Asia/Omsk' } },
  });
  const bad = await owner.post(`${shop.base}/settings/profile`, { timeZone: 'Mars/Base' });
  expect(rulesOf(bad)).toEqual(['timeZone time_zone']);
});

test('the accent color is one of eight names or a hex color, and its change is in the history', async () => {
  for (const accent of ['rose', '#3366CC']) {
    expectOk(await owner.post(`${shop.base}/settings/profile`, { accent }));
    expect(await workspaceNow()).toMatchObject({ accent: accent.toLowerCase() });
  }
  expect(await newest()).toMatchObject({ changes: { accent: { from: 'rose', to: '#3366cc' } } });
  for (const accent of ['', 'red', '#fff', 'url(//example.com)', '#3366cc;--x:1']) {
    const bad = await owner.post(`${shop.base}/settings/profile`, { accent });
    expect(rulesOf(bad)).toEqual(['accent accent']);
  }
});

test('the texts for printed papers are one line each, trimmed and recorded in the history', async () => {
  expect(await workspaceNow()).toMatchObject({ address: '', phone: '', thanks: '' });
  const lines = { address: ' Garden st. 12 ', phone: '+7 912', thanks: 'Спасибо!' };
  expectOk(await owner.post(`${shop.base}/settings/profile`, lines));
  expect(await workspaceNow()).toMatchObject({ ...lines, address: 'Garden st. 12' });
  expect(await newest()).toMatchObject({
    action: 'workspace.updated',
    changes: { thanks: { from: '', to: 'Спасибо!' } },
  });
  for (const line of ['x'.repeat(201), 'two\nlines']) {
    const bad = await owner.post(`${shop.base}/settings/profile`, { thanks: line });
    expect(rulesOf(bad)).toEqual(['thanks line_at_most']);
  }
  for (const mapService of ['google', 'https://maps.example.com/?q={address}', '']) {
    expectOk(await owner.post(`${shop.base}/settings/profile`, { mapService, mapCity: ' Тверь ' }));
    expect(await workspaceNow()).toMatchObject({ mapService, mapCity: 'Тверь' });
  }
  for (const mapService of [
    'bing',
    'http://maps.example.com/?q={address}',
    'javascript:alert(1)//{address}',
    'https://maps.example.com/',
    'https://{address}/',
    'https:///{address}',
    'https://{address}.example.com/?q={address}',
    'https://me:secret@maps.example.com/?q={address}',
    `https://maps.example.com/?q={address}&${'x'.repeat(500)}`,
  ]) {
    const bad = await owner.post(`${shop.base}/settings/profile`, { mapService });
    expect([mapService, rulesOf(bad)]).toEqual([mapService, ['mapService map_service']]);
  }
  expectOk(await owner.post(`${shop.base}/settings/profile`, { thanks: '' }));
  expect(await workspaceNow()).toMatchObject({ phone: '+7 912', thanks: '' });
});

const sendLogo = (image: Buffer) => owner.post(`${shop.base}/logo`, { image: image.toString('base64') });

test('a logo with too many pixels or a truncated header is refused with the reason', async () => {
  const progressive = (width: number, height: number): Buffer => jpeg(width, height, 0xc2);
  for (const draw of [png, jpeg, progressive, webpExtended, webpLossless, webpLossy]) {
    const most = draw === webpLossless || draw === webpLossy ? 16_383 : 30_000;
    for (const huge of [draw(most, most), draw(2_001, 1), draw(1, 2_001)]) {
      const refused = await sendLogo(huge);
      expect(rulesOf(refused)).toEqual(['image picture_pixels']);
      expect(refused.body.details[0].message).toContain('2000');
    }
    expect(rulesOf(await sendLogo(draw(64, 64).subarray(0, -7)))).toEqual(['image picture_kind']);
    expectOk(await sendLogo(draw(2_000, 2_000)));
  }
  expectOk(await owner.post(`${shop.base}/logo/remove`, {}));
});

test('an animated picture is refused', async () => {
  const checksum = Buffer.alloc(4);
  const frames = Buffer.concat([png(64, 64), checksum, Buffer.of(0, 0, 0, 8), Buffer.from('acTL'), Buffer.alloc(12)]);
  const film = webpExtended(64, 64);
  film[20] = (film[20] ?? 0) | 0x02;
  for (const moving of [frames, film]) {
    const refused = await sendLogo(moving);
    expect(rulesOf(refused)).toEqual(['image picture_kind']);
    expect(refused.body.details[0].message).toContain('still');
  }
});

test('a JPEG marker without a length does not hide a frame from the header reader', async () => {
  const large = jpeg(30_000, 30_000).subarray(2);
  // The marker 0xffd0 has no length. A reader that expects one skips the large frame and finds the small one.
  const hidden = Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xd0), large, Buffer.alloc(100_000)]);
  jpeg(1, 1).copy(hidden, 4 + large.readUInt16BE(0), 2);
  expect(rulesOf(await sendLogo(hidden))).toEqual(['image picture_pixels']);
});

test('a JPEG with an unexpected marker before its frame is refused', async () => {
  const large = jpeg(30_000, 30_000).subarray(2);
  for (const mark of [0x00, 0x02, 0xbf, 0xc8, 0xd9, 0xda, 0xf0]) {
    // Chromium shows the large frame after 0xff00. A reader that follows the lengths would skip that frame.
    const segment = Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, mark, 0, 2 + large.length), large]);
    const hidden = await sendLogo(Buffer.concat([segment, jpeg(1, 1).subarray(2)]));
    expect([mark, rulesOf(hidden)]).toEqual([mark, ['image picture_kind']]);
  }
});

test('a logo must be a PNG, JPEG or WebP picture, and is served with its actual type', async () => {
  const scripted = Buffer.concat([png(64, 64), Buffer.from('<script>')]);
  expectFailure(await owner.get(`${shop.base}/logo`), 404, 'not_found');
  for (const image of [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'GIF89a',
    '',
    '<html>',
    png(64, 64).subarray(0, 20),
  ]) {
    expect(rulesOf(await sendLogo(Buffer.from(image)))).toEqual(['image picture_kind']);
  }
  const large = Buffer.concat([scripted, Buffer.alloc(200 * 1024)]);
  expect(rulesOf(await sendLogo(large))).toEqual(['image picture_size']);
  expect(await workspaceNow()).toMatchObject({ logoAt: null });
  for (const [head, type] of [
    [jpeg(64, 64), 'image/jpeg'],
    [webpLossy(64, 64), 'image/webp'],
    [scripted, 'image/png'],
  ] as const) {
    expectOk(await sendLogo(head));
    const picture = await owner.fetch(`${shop.base}/logo`);
    expect(picture.headers.get('content-type')).toBe(type);
    expect(picture.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await picture.arrayBuffer()).toString('hex')).toBe(head.toString('hex'));
  }
  expect((await workspaceNow()).logoAt).toBeGreaterThan(0);
  expect(await newest()).toMatchObject({ action: 'workspace.logo.set' });
  expectOk(await owner.post(`${shop.base}/logo/remove`, {}));
  expect(await workspaceNow()).toMatchObject({ logoAt: null });
  expect(await newest()).toMatchObject({ action: 'workspace.logo.removed' });
  expectFailure(await owner.get(`${shop.base}/logo`), 404, 'not_found');
});

test('the prefix, digits and start of the number series apply only to new orders, and the next numbers are previewed', async () => {
  const first = await made();
  expect(first).toBe('1');
  const preview = await owner.get(`${shop.base}/settings/numbers?prefix=A-&padding=4&next=7`);
  expect(expectOk(preview)).toEqual({ numbers: ['A-0007', 'A-0008', 'A-0009'], passedOver: 0 });
  expect(await made()).toBe('2');
  expectOk(await setNumbers({ prefix: 'A-', padding: 4, next: 7 }));
  expect(await newest()).toMatchObject({
    action: 'number_series.changed',
    changes: { prefix: { from: '', to: 'A-' }, padding: { from: 0, to: 4 }, next: { from: 3, to: 7 } },
  });
  expect([await made(), await made()]).toEqual(['A-0007', 'A-0008']);
  const listed = expectOk(await shop.api.get('/api/v1/orders'));
  expect(listed.orders.map(({ num }: { num: string }) => num)).toEqual(['A-0008', 'A-0007', '2', '1']);
});

test('a number series is set back only on request, and then skips used numbers', async () => {
  expectOk(await setNumbers({ prefix: 'B', padding: 0, next: 50 }));
  expect(await made({ num: 'B52', requestKey: undefined })).toBe('B52');
  expect([await made(), await made(), await made()]).toEqual(['B50', 'B51', 'B53']);
  const back = { next: 49 };
  expect(rulesOf(await setNumbers(back))).toEqual(['next numbers_go_back']);
  const told = expectOk(await owner.get(`${shop.base}/settings/numbers?next=49`));
  expect(told).toEqual({ numbers: ['B49', 'B54', 'B55'], passedOver: 4 });
  expectOk(await setNumbers({ ...back, goesBack: true }));
  expect([await made(), await made()]).toEqual(['B49', 'B54']);
});

test('the settings page opens even if the series must skip thousands of numbers that orders already have', async () => {
  expectOk(await setNumbers({ prefix: 'C', padding: 0, next: 1_000 }));
  await made({ num: 'C1000', requestKey: undefined });
  const rest = ORDER_COLUMNS.join(', ');
  changeStore(
    shop,
    `WITH RECURSIVE n (i) AS (SELECT 1001 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
     INSERT INTO orders (id, repeat_key, num, ${rest}) SELECT randomblob(16), 'ahead' || i, 'C' || i, ${rest}
     FROM n, orders WHERE num = 'C1000'`,
  );
  const settings = expectOk(await owner.get(`${shop.base}/settings`));
  expect(settings).toMatchObject({ series: { prefix: 'C', next: 1_000 }, numbers: [] });
  const typed = await owner.get(`${shop.base}/settings/numbers?next=1001`);
  expect(rulesOf(typed)).toEqual(['next numbers_taken']);
  expect([await made(), await made()]).toEqual(['C5001', 'C5002']);
});

test.each([
  [{ prefix: 'x'.repeat(17) }, 'prefix number_prefix'],
  [{ prefix: 'a\nb' }, 'prefix number_prefix'],
  [{ padding: 13 }, 'padding whole_between'],
  [{ next: 0, goesBack: true }, 'next whole_between'],
  [{ next: 1_000_000_000_000 }, 'next whole_between'],
])('a number series of %j is refused without any change', async (body, rule) => {
  const before = expectOk(await owner.get(`${shop.base}/settings`)).series;
  expect(rulesOf(await setNumbers(body))).toEqual([rule]);
  expect(expectOk(await owner.get(`${shop.base}/settings`)).series).toEqual(before);
});

test('only one route switches webhooks on and off, and needs the password again', async () => {
  const state = async () => expectOk(await owner.get('/app/api/me')).workspaces[0].webhooksEnabled;
  const before = await state();
  forgetProof();
  expectFailure(await owner.post(`${shop.base}/update`, { webhooksEnabled: !before }), 404, 'not_found');
  expectFailure(await owner.post(`${shop.base}/settings/plan`, { webhooksEnabled: !before }), 403, 'proof_needed');
  expect(await state()).toBe(before);
  expectOk(await owner.post('/app/api/prove', { password: 'correct horse' }));
  for (const webhooksEnabled of [!before, before]) {
    expectOk(await owner.post(`${shop.base}/settings/plan`, { webhooksEnabled }));
    expect(await state()).toBe(webhooksEnabled);
  }
});

test('changing the plan or switching the API off needs the password again and takes effect', async () => {
  forgetProof();
  expectFailure(await owner.post(`${shop.base}/settings/plan`, { apiEnabled: false }), 403, 'proof_needed');
  expectOk(await owner.post('/app/api/prove', { password: 'correct horse' }));
  expect(expectOk(await owner.get(`${shop.base}/settings`))).toMatchObject({ keys: 1, inquiryKeys: 1, endpoints: 0 });
  expectOk(await owner.post(`${shop.base}/settings/plan`, { apiEnabled: false }));
  expectFailure(await shop.api.get('/api/v1/orders'), 403, 'api_disabled');
  expect(await newest()).toMatchObject({ changes: { apiEnabled: { from: true, to: false } } });
  expectOk(await owner.post(`${shop.base}/settings/plan`, { apiEnabled: true, plan: 'free' }));
  expectFailure(await shop.api.get('/api/v1/orders'), 403, 'plan_required');
  expectOk(await owner.post(`${shop.base}/settings/plan`, { plan: 'pro' }));
  expectOk(await shop.api.get('/api/v1/orders'));
});

test('only an owner can create a second workspace, whose data is separate', async () => {
  const { workspaceId } = expectOk(await owner.post('/app/api/workspaces', { name: 'Вторая', timeZone: 'UTC' }));
  const { workspaces } = expectOk(await owner.get('/app/api/me'));
  expect(workspaces.map(({ name, role }: { name: string; role: string }) => [name, role])).toEqual([
    ['Лавка', 'owner'],
    ['Вторая', 'owner'],
  ]);
  const there = expectOk(await owner.get(`/app/api/workspaces/${workspaceId}/orders`));
  expect(there.orders).toEqual([]);
  expect(expectOk(await owner.get(`${shop.base}/orders`)).orders.length).toBeGreaterThan(0);
  const manager = await enterAs(shop, { email: 'm@example.com', role: 'manager' });
  const refused = await manager.post('/app/api/workspaces', { name: 'Third', timeZone: 'UTC' });
  expectFailure(refused, 403, 'forbidden');
});
