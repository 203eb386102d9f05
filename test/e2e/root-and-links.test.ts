import { expect } from 'bun:test';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { amongFiles } from '../../src/base/index.ts';
import { keepCopyNow, putBack } from '../../src/storage/index.ts';
import { docket, docketJson, EXECUTABLE, initShop } from '../support/docket.ts';
import { ordinaryUser } from '../support/ordinary-user.ts';
import { HOLDER, tempDir } from '../support/store.ts';
import { lacksRoot, lacksTrace, testUnless } from '../support/tools.ts';

/** The owner of a data directory puts links in it. Root, who runs commands on it, must not write through them. */
const asRoot = (name: string, run: () => Promise<void>): void => {
  testUnless(lacksRoot(), name, run);
};

const TREASURE = 'a file of root’s own\n';

async function openSite() {
  const user = ordinaryUser();
  const vault = tempDir();
  const data = join(user.home, 'data');
  const [at, by] = [['--data', data], { wrapper: user.wrapper }];
  const kept = join(vault.path, 'kept.db');
  const treasure = join(vault.path, 'treasure');
  await initShop(at, by);
  await docketJson(['backup', kept, ...at]);
  writeFileSync(treasure, TREASURE, { mode: 0o640 });
  const { uid, gid } = statSync(user.home);
  return {
    data,
    at,
    kept,
    /** A directory of the user root. No command may write into it through a link. */
    vault: vault.path,
    plant(name: string, to: 'treasure' | 'nothing' = 'treasure'): void {
      const path = join(data, name);
      rmSync(path, { recursive: true, force: true });
      symlinkSync(to === 'treasure' ? treasure : join(vault.path, 'made'), path);
      lchownSync(path, uid, gid);
    },
    untouched(): void {
      expect(readFileSync(treasure, 'utf8')).toBe(TREASURE);
      const { uid: owner, mode } = statSync(treasure);
      expect([owner, mode & 0o777]).toEqual([0, 0o640]);
      expect(readdirSync(vault.path).toSorted()).toEqual(['kept.db', 'treasure']);
    },
    [Symbol.dispose]() {
      user[Symbol.dispose]();
      vault[Symbol.dispose]();
    },
  };
}

type Site = Awaited<ReturnType<typeof openSite>>;

const restore = (site: Site) => docket(['restore', site.kept, ...site.at, '--force']);

asRoot(
  'a restore writes its note past a link of that name, and a mark past another, over a damaged database',
  async () => {
    using site = await openSite();
    site.plant('serve.json.new');
    site.plant('docket.db.restoring', 'nothing');
    expect(await restore(site)).toMatchObject({ status: 0 });
    site.untouched();
    writeFileSync(join(site.data, 'docket.db'), 'no database at all');
    site.plant('serve.json.new', 'nothing');
    site.plant('docket.db.restoring');
    const again = await restore(site);
    site.untouched();
    // The planted link has the name of the mark that an interrupted restore leaves. The new restore removes the link.
    expect(again.status).toBe(0);
    expect(existsSync(join(site.data, 'docket.db.restoring'))).toBe(false);
  },
);

const INIT = ['--workspace', 'Shop', '--email', 'b@example.com', '--password', 'long enough'];

for (const name of ['serve.lock', 'docket.db-wal', 'docket.db-shm', 'docket.db']) {
  asRoot(`a ${name} that is a link stops root’s commands, and nothing is written or made behind it`, async () => {
    for (const to of ['treasure', 'nothing'] as const) {
      using site = await openSite();
      site.plant(name, to);
      const command = name === 'docket.db' ? ['init', ...INIT] : ['key', 'create', '--source', 'x'];
      const refused = name === 'serve.lock' ? await restore(site) : await docket([...command, ...site.at]);
      expect(refused).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('is a link: root does not write there'),
      });
      await restore(site);
      site.untouched();
    }
  });
}

testUnless(lacksRoot() ?? lacksTrace(), 'a check writes through no symbolic link, and reports the link', async () => {
  // Some devices start working as soon as they are opened for writing, so a check must open nothing for writing.
  for (const name of ['docket.db', 'docket.db-wal']) {
    using site = await openSite();
    site.plant(name);
    const path = join(site.data, name);
    const traced = join(site.vault, 'traced');
    const strace = ['strace', '-f', '-qq', '-e', 'trace=open,openat', '-o', traced, EXECUTABLE];
    const { status, stdout } = await docket(['check', ...site.at], { wrapper: strace });
    const opened = readFileSync(traced, 'utf8').split('\n');
    expect(opened.filter((line) => line.includes(path) && /O_RDWR|O_WRONLY/.test(line))).toEqual([]);
    expect(stdout).toContain(`the database cannot be read: ${path} is a link`);
    expect(stdout).toContain(`cannot be written: ${path} is a link`);
    expect(status).toBe(1);
    rmSync(traced);
    site.untouched();
  }
});

asRoot('a backup that is a link of another user’s is not read to be verified', async () => {
  using site = await openSite();
  const link = join(site.data, 'mine.db');
  symlinkSync(site.kept, link);
  const { uid, gid } = statSync(site.data);
  lchownSync(link, uid, gid);
  const refused = await docket(['backup', 'verify', link]);
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('is a link') });
  expect(await docket(['backup', 'verify', site.kept])).toMatchObject({ status: 0 });
});

asRoot('a second name of a file of root’s is not given away, nor written into', async () => {
  using site = await openSite();
  rmSync(join(site.data, 'serve.lock'));
  linkSync(join(site.vault, 'treasure'), join(site.data, 'serve.lock'));
  expect((await restore(site)).stderr).toContain('is a file of somebody else: root does not write there');
  site.untouched();
});

asRoot(
  'backups do not go through a link of somebody else’s, nor does a database into the folder behind one',
  async () => {
    using site = await openSite();
    const { uid, gid } = statSync(site.data);
    symlinkSync(site.vault, join(site.data, 'backups'));
    lchownSync(join(site.data, 'backups'), uid, gid);
    const refused = await docket(['backup', ...site.at]);
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('is a link of another user') });
    site.untouched();
    const link = join(site.data, '..', 'elsewhere');
    symlinkSync(site.vault, link);
    lchownSync(link, uid, gid);
    const person = ['--workspace', 'Shop', '--email', 'b@example.com', '--password', 'long enough'];
    expect((await docket(['init', '--data', link, ...person])).stderr).toContain('is a link of another user');
    site.untouched();
  },
);

asRoot('links that root has laid, and an owner’s to a folder of their own, are followed as ever', async () => {
  using site = await openSite();
  const { uid, gid } = statSync(site.data);
  const way = join(site.vault, 'way');
  symlinkSync(site.data, way);
  mkdirSync(join(site.data, '..', 'disk'));
  chownSync(join(site.data, '..', 'disk'), uid, gid);
  symlinkSync('../disk', join(site.data, 'backups'));
  lchownSync(join(site.data, 'backups'), uid, gid);
  expect(await docket(['backup', '--data', way])).toMatchObject({ status: 0 });
  expect(readdirSync(join(site.data, '..', 'disk'))).toHaveLength(1);
  expect(await docket(['restore', site.kept, '--data', way, '--force'])).toMatchObject({ status: 0 });
});

asRoot('what update --back --restore puts back goes past a link of the name that it uses', async () => {
  using site = await openSite();
  const copy = keepCopyNow(site.data, 'before-2.0.0', Date.UTC(2026, 4, 21));
  site.plant('docket.db.putting-back');
  site.plant('serve.json.new', 'nothing');
  expect(putBack(site.data, copy, HOLDER, 0).aside).toContain('set-aside');
  site.untouched();
  // If a copy were a link, it would give the owner a file of root's.
  chmodSync(site.kept, 0o600);
  symlinkSync(site.kept, join(site.data, 'docket.db.mine.backup'));
  expect(() => putBack(site.data, join(site.data, 'docket.db.mine.backup'), HOLDER, 0)).toThrow('is a link');
});

asRoot(
  'a restore hands on no file that the folder’s owner could only name, and takes one of theirs as ever',
  async () => {
    using site = await openSite();
    const { uid, gid } = statSync(site.data);
    const folder = join(site.data, '..', 'brought');
    mkdirSync(folder);
    chownSync(folder, uid, gid);
    const brought = join(folder, 'shop.db');
    symlinkSync(site.kept, brought);
    lchownSync(brought, uid, gid);
    const from = (source: string) => docket(['restore', source, ...site.at, '--force']);
    expect(await from(brought)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is a link of another user'),
    });
    rmSync(brought);
    linkSync(site.kept, brought);
    expect(await from(brought)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is a file of somebody else'),
    });
    rmSync(brought);
    await Bun.write(brought, Bun.file(site.kept));
    chownSync(brought, uid, gid);
    symlinkSync('shop.db', join(folder, 'newest.db'));
    lchownSync(join(folder, 'newest.db'), uid, gid);
    for (const source of [brought, join(folder, 'newest.db'), site.kept]) {
      expect(await from(source)).toMatchObject({ status: 0 });
    }
    site.untouched();
  },
);

asRoot('a folder that its owner swaps while a database is put in place is left as it is', async () => {
  using site = await openSite();
  const [mine, draft] = [join(site.data, 'docket.db'), join(site.data, 'draft')];
  const theirs = join(site.vault, 'docket.db');
  writeFileSync(theirs, TREASURE);
  writeFileSync(draft, 'new');
  const before = process.cwd();
  amongFiles([mine, draft], ([at = '', draftAt = '']) => {
    renameSync(site.data, `${site.data}.away`);
    symlinkSync(site.vault, site.data);
    renameSync(draftAt, at);
  });
  expect(readFileSync(theirs, 'utf8')).toBe(TREASURE);
  expect(readFileSync(join(`${site.data}.away`, 'docket.db'), 'utf8')).toBe('new');
  // Now the path already leads to the vault. The draft is not there, so the replacement must not begin.
  const late = () => amongFiles([mine, draft], () => renameSync(mine, `${mine}.gone`));
  expect(late).toThrow('was swapped');
  expect(readFileSync(theirs, 'utf8')).toBe(TREASURE);
  expect(process.cwd()).toBe(before);
});
