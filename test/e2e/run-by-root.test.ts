import { expect } from 'bun:test';
import { chownSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { client, dataDir, docket, docketJson, initShop, makeKey, orderBody, serve } from '../support/docket.ts';
import { type OrdinaryUser, ordinaryUser } from '../support/ordinary-user.ts';
import { startSmtp } from '../support/smtp.ts';
import { lacksRoot, testUnless } from '../support/tools.ts';

/** Adds a test in which the server runs as its own user, as under systemd, and root runs commands. */
const asRoot = (name: string, run: () => Promise<void>): void => {
  // Nobody but root can give files away.
  testUnless(lacksRoot(), name, run);
};

interface Desk {
  readonly data: string;
  readonly at: readonly string[];
  readonly by: { readonly wrapper: readonly string[] };
}

async function openDesk(user: OrdinaryUser): Promise<Desk> {
  const data = join(user.home, 'data');
  const [at, by] = [['--data', data], { wrapper: user.wrapper }];
  await initShop(at, by);
  return { data, at, by };
}

function strangersIn(folder: string): string[] {
  const owner = statSync(folder).uid;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => lstatSync(join(folder, name)).uid !== owner);
}

asRoot('what root backs up and restores is the server’s own', async () => {
  using user = ordinaryUser();
  const { data, at, by } = await openDesk(user);
  const key = await makeKey(at, 'site', by);
  await docketJson(['backup', ...at]);
  expect(strangersIn(data)).toEqual([]);
  {
    // The server can still write backups into the folder that root created.
    const backups = ['--backup-schedule', 'every 6h'];
    await using server = await serve(data, backups, by);
    expect((await client(server.url, key).post('/api/v1/orders/create', orderBody())).status).toBe(200);
    await docketJson(['backup', ...at], by);
    expect(await server.end()).toBe(0);
  }
  await docketJson(['restore', join(data, 'backups/'), ...at, '--force']);
  expect(strangersIn(data)).toEqual([]);
  await using server = await serve(data, [], by);
  expect((await client(server.url, key).post('/api/v1/orders/create', orderBody())).status).toBe(200);
});

asRoot('an empty directory that root restores into can be served by whom it belongs to', async () => {
  using user = ordinaryUser();
  const { data, at, by } = await openDesk(user);
  const kept = join(user.home, 'kept.db');
  await docketJson(['backup', kept, ...at], by);
  for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true });
  await docketJson(['restore', kept, ...at, '--force']);
  expect(strangersIn(data)).toEqual([]);
  await using server = await serve(data, [], by);
  expect((await client(server.url).get('/health/ready')).status).toBe(200);
});

asRoot('the first workspace and the key of the mail server, made by root, can be read by the server', async () => {
  using user = ordinaryUser();
  const data = join(user.home, 'data');
  const at = ['--data', data];
  mkdirSync(data, { mode: 0o700 });
  const { uid, gid } = statSync(user.home);
  chownSync(data, uid, gid);
  await initShop(at);
  await using smtp = await startSmtp({ user: 'shop', password: 'secret' });
  const server = ['--smtp-host', '127.0.0.1', '--smtp-port', `${smtp.port}`, '--smtp-tls', 'none'];
  const login = ['--smtp-user', 'shop', '--smtp-password', 'secret', '--smtp-sender', 'shop@example.com'];
  await docketJson(['mail', 'set', ...at, ...server, ...login]);
  expect(readdirSync(data)).toContain('mail.key');
  expect(strangersIn(data)).toEqual([]);
});

const tellsOfLocks = process.platform === 'linux' ? undefined : 'only Linux tells of locks';

testUnless(
  tellsOfLocks,
  'a server keeps its locks, so that no other program thinks it is the last and removes the log',
  async () => {
    using dir = dataDir();
    await initShop(['--data', dir.path]);
    await using server = await serve(dir.path);
    const locked = readFileSync('/proc/locks', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/));
    for (const name of ['docket.db', 'docket.db-shm', 'calls.db', 'calls.db-shm', 'serve.lock']) {
      const { ino } = statSync(join(dir.path, name));
      const own = locked.filter(([, , , , pid, file]) => pid === `${server.pid}` && file?.endsWith(`:${ino}`));
      expect({ name, locked: own.length > 0 }).toEqual({ name, locked: true });
    }
  },
);

asRoot('what root puts into a folder of its own, or of a third, stays root’s', async () => {
  using user = ordinaryUser();
  using other = ordinaryUser();
  const { at } = await openDesk(user);
  chownSync(other.home, 65_533, 65_533);
  await docketJson(['backup', join(other.home, 'mine.db'), ...at]);
  expect(statSync(join(other.home, 'mine.db')).uid).toBe(0);
});

asRoot('docket check names what the server could not read, and says how to give it back', async () => {
  using user = ordinaryUser();
  const { data, at, by } = await openDesk(user);
  chownSync(join(data, 'docket.db'), 0, 0);
  const { status, stdout } = await docket(['check', ...at]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^problem: docket\.db.* in .* belong to .*chown -R --reference=/m);
  expect((await docket(['serve', ...at, '--port', '0'], by)).status).toBe(1);
  const command = /chown -R --reference=\S+ \S+/.exec(stdout)?.[0] ?? '';
  expect(Bun.spawnSync(command.split(' ')).success).toBe(true);
  expect((await docket(['check', ...at])).status).toBe(0);
});

asRoot('a folder that root makes in the data directory is the server’s', async () => {
  using user = ordinaryUser();
  const { data, at, by } = await openDesk(user);
  await docketJson(['backup', join(data, 'kept/'), ...at]);
  await docketJson(['backup', join(data, 'kept/day/'), ...at]);
  expect(strangersIn(data)).toEqual([]);
  await docketJson(['backup', join(data, 'kept/hour/'), ...at], by);
});
