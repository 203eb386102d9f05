/**
 * Many callers stall in the middle of a file. Only as many are served at once as there are upload slots. No file is
 * kept in memory.
 */

import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signedIn } from '../support/browser-session.ts';
import { client, dataDir, initShop, makeKey, orderBody, serve } from '../support/docket.ts';
import { DISKS, OUTGROWN } from '../support/failing-disk.ts';
import { expectOk } from '../support/http-answers.ts';
import { MIB, type RawUpload, rawUpload } from '../support/raw-upload.ts';
import { sharedShop } from '../support/shared.ts';
import { openTimedShop } from '../support/timed-shop.ts';
import { until } from '../support/until.ts';

const { shop, owner } = sharedShop();

const residentMib = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${shop.server.pid}/status`, 'utf8'))?.[1]) / 1024;

interface Sending {
  readonly path: string;
  readonly type: string;
  readonly announced: number;
  readonly sent: number;
}

const upload = (wish: Sending): Promise<RawUpload> =>
  rawUpload(shop.url, { ...wish, path: `${shop.base}${wish.path}`, cookie: owner.cookie() });

const ROUTES = {
  'a file of orders': { path: '/orders/import?dryRun=1', type: 'text/csv', announced: 64 * MIB, sent: 20 * MIB },
  'a list of products': { path: '/stock/import?dryRun=1', type: 'text/csv', announced: 64 * MIB, sent: 20 * MIB },
  'a logo': { path: '/logo', type: 'application/json', announced: MIB, sent: MIB - 1 },
  'a backup': { path: '/backups/upload', type: 'application/vnd.sqlite3', announced: 64 * MIB, sent: 20 * MIB },
};
const MOST_OF_A_PERSON = 3;

test.each(Object.entries(ROUTES))(
  'of 45 simultaneous stalled uploads of %s, most are refused and little memory is used',
  async (_name, wish) => {
    const before = residentMib();
    const uploads = await Promise.all(Array.from({ length: 45 }, () => upload(wish)));
    const refused = await until('the refusals', () => {
      const found = uploads.filter((one) => one.status() !== undefined);
      return found.length >= uploads.length - MOST_OF_A_PERSON && found;
    });
    const during = residentMib();
    expect(refused.length).toBe(uploads.length - MOST_OF_A_PERSON);
    for (const { answered } of refused) {
      expect(answered()).toStartWith('HTTP/1.1 429 ');
      expect(answered().toLowerCase()).toContain('\r\nretry-after: 5\r\n');
      expect(answered()).toContain('"code":"rate_limited","message":"You have 3 of these under way');
    }
    expect(during - before).toBeLessThan(MOST_OF_A_PERSON * 24);
    for (const one of uploads) one.leave();
    // The server frees an upload slot when its caller disconnects.
    await until('the slots', async () => {
      const short = { ...wish, announced: 10, sent: 10 };
      const next = await Promise.all(Array.from({ length: MOST_OF_A_PERSON }, () => upload(short)));
      const statuses = await until('the answers', () => {
        const found = next.map((one) => one.status());
        return !found.includes(undefined) && found;
      });
      for (const one of next) one.leave();
      return !statuses.includes(429);
    });
  },
);

const receivedFiles = (dir: string): string[] => readdirSync(dir).filter((name) => name.startsWith('.docket-upload-'));

test('an uploaded file is private and removed after the answer, or at the next start', async () => {
  const sending = await upload({ ...ROUTES['a file of orders'], sent: MIB });
  const bytes = () => receivedFiles(shop.dir).map((name) => statSync(join(shop.dir, name)).size);
  await until('the file', () => bytes().includes(MIB));
  const [name = ''] = receivedFiles(shop.dir);
  expect((statSync(join(shop.dir, name)).mode & 0o777).toString(8)).toBe('600');
  sending.leave();
  await until('the end of it', () => receivedFiles(shop.dir).length === 0);

  using dir = dataDir();
  await initShop(['--data', dir.path]);
  const first = await serve(dir.path);
  const who = await signedIn(first.url, 'a@example.com', 'long enough');
  const { workspaces } = expectOk(await who.get('/app/api/me'));
  const path = `/app/api/workspaces/${workspaces[0].id}/orders/import?dryRun=1`;
  await rawUpload(first.url, { ...ROUTES['a file of orders'], path, cookie: who.cookie(), sent: MIB });
  await until('the file', () => receivedFiles(dir.path).length === 1);
  await first.end('SIGKILL');
  expect(receivedFiles(dir.path).length).toBe(1);
  const staged = join(dir.path, '.docket-restore-1795897262110.partial');
  writeFileSync(staged, 'a whole copy of the shop');
  await using second = await serve(dir.path);
  expect(second.url).toStartWith('http');
  expect([receivedFiles(dir.path), existsSync(staged)]).toEqual([[], false]);
});

test('a stalled upload ends with 408 and leaves no file', async () => {
  await using timed = await openTimedShop();
  const { store, url } = timed;
  const owner = await timed.owner();
  const path = `/app/api/workspaces/${store.workspace.id}/orders/import?dryRun=1`;
  const sending = await rawUpload(url, { ...ROUTES['a file of orders'], path, cookie: owner.cookie(), sent: MIB });
  await until('the file', () => receivedFiles(store.dataDir).length === 1);
  const size = () => statSync(join(store.dataDir, receivedFiles(store.dataDir)[0] ?? '')).size;
  await until('what was sent', () => size() === MIB);
  store.world.clock.advance(29_000);
  sending.send(1);
  await until('one more byte', () => size() > MIB);
  expect(sending.status()).toBeUndefined();
  // The server may begin to wait for the next byte only after the first advance of the clock. So the clock is advanced
  // until there is an answer.
  const answered = await until('an answer', () => {
    store.world.clock.advance(1_000);
    return sending.status();
  });
  expect(answered).toBe(408);
  await until('its end', () => sending.isClosed());
  expect(sending.answered()).toContain('"code":"too_slow","message":"The file stopped halfway, or came too slowly.');
  expect(receivedFiles(store.dataDir)).toEqual([]);
});

test('a connection that sent a file is closed after the answer', async () => {
  const sent = await upload({ ...ROUTES['a file of orders'], announced: 10, sent: 10 });
  expect(await until('the answer', () => sent.status())).toBe(200);
  await until('its end', () => sent.isClosed());
});

const FULL = [...DISKS.slice(0, 1), ...OUTGROWN];

test.each(FULL)('a file too large for a disk %s is refused with 503 and leaves no file', async (_how, make) => {
  using disk = make();
  await initShop(['--data', disk.path]);
  const key = await makeKey(['--data', disk.path], 'site');
  await using server = await serve(disk.path, [], { ...(disk.wrapper !== undefined && { wrapper: disk.wrapper }) });
  const who = await signedIn(server.url, 'a@example.com', 'long enough');
  const { workspaces } = expectOk(await who.get('/app/api/me'));
  const path = `/app/api/workspaces/${workspaces[0].id}/orders/import?dryRun=1`;
  disk.fail(server.pid);
  const sending = await rawUpload(server.url, {
    ...ROUTES['a file of orders'],
    path,
    cookie: who.cookie(),
    sent: 40 * MIB,
  });
  expect(await until('an answer', () => sending.status())).toBe(503);
  expect(sending.answered()).toContain('"code":"unavailable","message":"The disk is full. Nothing was stored');
  sending.leave();
  expect(receivedFiles(disk.path)).toEqual([]);
  disk.mend(server.pid);
  expectOk(await client(server.url, key).post('/api/v1/orders/create', orderBody()));
});
