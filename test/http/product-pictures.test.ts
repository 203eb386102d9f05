import { expect, test } from 'bun:test';
import { expectFailure, expectOk, readStore, rulesOf } from '../support/http-answers.ts';
import { addWorkspace, enterAs } from '../support/members.ts';
import { jpeg, png, webpExtended, webpLossless, webpLossy } from '../support/pictures.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop();

/** A progressive JPEG. @param more the bytes after its frame header, in hexadecimal */
const framed = (...more: readonly string[]): Buffer =>
  Buffer.concat([jpeg(64, 64, 0xc2), Buffer.from(`03012200021101031101${more.join('')}`, 'hex')]);
const SCANS = 'ffda00080101000000000fff00ffd0'.repeat(200);

const add = async (picture: Buffer | null, name = 'Rose') =>
  owner.post(`${shop.base}/stock`, { name, sku: null, quantity: 1, picture: picture?.toString('base64') ?? null });
const change = (id: string, body: object) => owner.post(`${shop.base}/stock/${id}/update`, body);
const productOf = async (id: string) => expectOk(await owner.get(`${shop.base}/stock/${id}`)).product;
const pictureOf = (id: string, cookie = owner.cookie()) =>
  fetch(`${shop.url}${shop.base}/stock/${id}/picture`, { headers: { cookie } });

test('a picture’s format is recognized by its bytes, and its bytes are returned unchanged', async () => {
  const { id } = expectOk(await add(null));
  expect(await productOf(id)).toMatchObject({ picture: null });
  expect((await pictureOf(id)).status).toBe(404);
  for (const [image, type] of [
    [Buffer.concat([png(64, 64), Buffer.from('<script>alert(1)</script>')]), 'image/png'],
    [jpeg(2_000, 2_000), 'image/jpeg'],
    // Scans after the end marker (`ffd9`) do not count, because phones append a video there.
    [framed(`ffd9${SCANS}`), 'image/jpeg'],
    // Bytes in a comment do not count as scans.
    [framed('fffe0bba', SCANS, 'ffda00080101000000000fff00ffd0', 'ffd9'), 'image/jpeg'],
    [webpLossy(800, 600), 'image/webp'],
    [Buffer.concat([webpLossless(1, 1), Buffer.alloc(200 * 1024 - webpLossless(1, 1).length)]), 'image/webp'],
  ] as const) {
    expectOk(await change(id, { picture: image.toString('base64') }));
    const answer = await pictureOf(id);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(image)).toBe(true);
  }
  expectOk(await change(id, { picture: null }));
  expect((await pictureOf(id)).status).toBe(404);
});

test('a picture in an unknown format, too large or with too many pixels is refused', async () => {
  const { id } = expectOk(await add(webpLossy(8, 8)));
  const before = await productOf(id);
  for (const [image, rule] of [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'kind'],
    [Buffer.from('<html><script>alert(1)</script></html>'), 'kind'],
    [Buffer.from('GIF89a\x01\0\x01\0'), 'kind'],
    [Buffer.from('BM'), 'kind'],
    [Buffer.of(), 'kind'],
    [png(64, 64).subarray(0, 18), 'kind'],
    [jpeg(64, 64).subarray(0, -8), 'kind'],
    // A browser needs many seconds to draw a picture with thousands of scans.
    [framed(SCANS), 'kind'],
    // A comment does not end the picture, whatever bytes it contains.
    [framed('fffe0004ffd9', SCANS), 'kind'],
    [framed(SCANS.slice(0, 300), 'fffe0004ffd9', SCANS), 'kind'],
    // These markers have no length. A reader that assumes one would skip the scans.
    [framed('ff02ffff', SCANS), 'kind'],
    [framed('ff00ffff', SCANS), 'kind'],
    [png(0, 64), 'kind'],
    [png(30_000, 30_000), 'pixels'],
    [jpeg(1, 2_001), 'pixels'],
    [webpExtended(16_384, 16_384), 'pixels'],
    [Buffer.concat([webpLossy(8, 8), Buffer.alloc(200 * 1024)]), 'size'],
  ] as const) {
    const changed = await change(id, { name: 'Refused', picture: image.toString('base64') });
    for (const answer of [changed, await add(image, 'Refused')]) {
      expect([image.length, rulesOf(answer)]).toEqual([image.length, [`picture picture_${rule}`]]);
    }
  }
  for (const picture of ['x'.repeat(500_000), 7, ['x']]) {
    expectFailure(await change(id, { picture }), 422, 'validation_failed');
  }
  expectFailure(await change(id, { picture: 'x'.repeat(1_100_000) }), 413, 'body_too_large');
  expect(await productOf(id)).toEqual(before);
  expect(readStore(shop, "SELECT 1 FROM products WHERE name = 'Refused'")).toEqual([]);
});

test('lists give a picture’s version, which changes only with the picture', async () => {
  const { id } = expectOk(await add(jpeg(8, 8), 'Listed'));
  const { picture } = await productOf(id);
  expect(picture).toBeGreaterThan(0);
  expectOk(await change(id, { name: 'Listed', price: 100 }));
  expectOk(await owner.post(`${shop.base}/stock/${id}/correct`, { way: 'by', quantity: 1, reason: 'Found' }));
  const isIt = { id, picture };
  expect(expectOk(await owner.get(`${shop.base}/stock?q=Listed`)).products).toMatchObject([isIt]);
  const { products } = expectOk(await owner.get(`${shop.base}/orders/price-list`));
  expect(products.filter((one: { id: string }) => one.id === id)).toMatchObject([isIt]);
  const stocktake = expectOk(await owner.post(`${shop.base}/stock/stocktakes`, {})).id;
  const counted = await owner.get(`${shop.base}/stock/stocktakes/${stocktake}?q=Listed`);
  expect(expectOk(counted).products).toMatchObject([isIt]);
  expectOk(await change(id, { picture: png(8, 8).toString('base64') }));
  expect((await productOf(id)).picture).toBeGreaterThan(picture);
});

test('everybody who sees products sees pictures, but only managers and owners can change them', async () => {
  const { id } = expectOk(await add(png(8, 8), 'Seen'));
  for (const [role, sees, sets] of [
    ['manager', 200, 200],
    ['viewer', 200, 403],
    ['orders', 200, 403],
    ['courier', 403, 403],
  ] as const) {
    const email = `${role}@pictures.example.com`;
    const { id: workspaceId } = expectOk(await owner.get('/app/api/me')).workspaces[0];
    const person = await enterAs(shop, { email, role }, workspaceId);
    const set = await person.post(`${shop.base}/stock/${id}/update`, { picture: png(9, 9).toString('base64') });
    expect([role, (await pictureOf(id, person.cookie())).status, set.status]).toEqual([role, sees, sets]);
  }
  expect((await pictureOf(id, '')).status).toBe(401);
  const elsewhere = await addWorkspace(shop.dir, 'Elsewhere');
  const stranger = await enterAs(shop, { email: 'else@pictures.example.com', role: 'owner' }, elsewhere);
  expect((await pictureOf(id, stranger.cookie())).status).toBe(404);
  const theirs = `${shop.url}/app/api/workspaces/${elsewhere}/stock/${id}/picture`;
  expect((await fetch(theirs, { headers: { cookie: stranger.cookie() } })).status).toBe(404);
});

test('browsers keep no pictures if the shop’s settings forbid browsers to keep data', async () => {
  const { id } = expectOk(await add(png(8, 8), 'Unkept'));
  expectOk(await owner.post(`${shop.base}/settings/plan`, { browsersKeep: false }));
  expect((await pictureOf(id)).headers.get('cache-control')).toBe('no-store');
  expectOk(await owner.post(`${shop.base}/settings/plan`, { browsersKeep: true }));
  expect((await pictureOf(id)).headers.get('cache-control')).toStartWith('private, ');
});
