import { expect, spyOn, test } from 'bun:test';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { createOutbound, type Log, silentLog } from '../../src/base/index.ts';
import { queueMail } from '../../src/mail/index.ts';
import { createOrder } from '../../src/orders/index.ts';
import { createSyncThread } from '../../src/worker/index.ts';
import { orderBody } from '../support/docket.ts';
import { openScheduling } from '../support/scheduling.ts';
import { slowSyncs } from '../support/slow-syncs.ts';
import { tempDir } from '../support/store.ts';
import { turns, until } from '../support/until.ts';
import { fakeWorld } from '../support/world.ts';

const order = () => orderBody();

test('a webhook is not sent while its order is committed but unsynced', async () => {
  const disk = slowSyncs();
  const outbound = createOutbound({ clock: fakeWorld().clock, allowPrivate: true, timeoutMs: 15_000 });
  const posts = spyOn(outbound, 'post');
  await using at = await openScheduling({ sync: disk.sync, outbound });
  const { receiver } = await at.receive();
  disk.slow();
  const made = createOrder(at.store.ctx(), order());
  await until('the sync', () => disk.underWay() > 0);
  // The scheduler looks for events by itself, so it needs no hint about the commit.
  at.store.world.clock.advance(1_000);
  at.scheduler.pass();
  at.scheduler.pass();
  await turns();
  expect(posts).not.toHaveBeenCalled();
  disk.quick();
  await made;
  await receiver.count(1);
  expect(posts).toHaveBeenCalledTimes(1);
  await at.settle();
});

test('a mail is not sent while it is committed but unsynced', async () => {
  const sent: string[] = [];
  const disk = slowSyncs();
  const mailer = {
    async send({ to }: { to: string }) {
      sent.push(to);
      return { ok: true } as const;
    },
    verify: async () => ({ ok: true }) as const,
  };
  await using at = await openScheduling({ sync: disk.sync, mailer });
  disk.slow();
  const worded = { subject: 'S', text: 'T', html: '<p>T</p>' };
  const queued = at.store.storage.write((tx) =>
    queueMail(tx, { worded, kind: 'backup_failed', recipient: 'a@example.com', workspaceSeq: at.store.workspace.seq }),
  );
  await until('the sync', () => disk.underWay() > 0);
  at.store.world.clock.advance(2_000);
  at.scheduler.pass();
  await turns();
  expect(sent).toEqual([]);
  disk.quick();
  await queued;
  at.scheduler.pass();
  await until('the mail', () => sent.length === 1);
  await at.settle();
});

function keepErrors() {
  const lines: string[] = [];
  const log: Log = { ...silentLog, error: (message) => void lines.push(message) };
  return { log, lines };
}

test('the sync thread rejects the sync of a closed file instead of reporting success', async () => {
  using dir = tempDir();
  const { log, lines } = keepErrors();
  const thread = createSyncThread(log);
  const file = openSync(join(dir.path, 'file'), 'w');
  await thread.sync(file);
  thread.start();
  await thread.begun(10_000);
  await thread.sync(file);
  closeSync(file);
  // `expect().rejects` would wait forever, because meanwhile this thread receives no messages of the sync thread.
  expect(await thread.sync(file).catch(String)).toContain('EBADF');
  expect(lines).toEqual([]);
  thread.stop();
});

test('a sync fails when its thread dies, and later syncs work without the thread', async () => {
  using dir = tempDir();
  const { log, lines } = keepErrors();
  const dying = `postMessage('begun'); onmessage = () => process.exit(1);`;
  const thread = createSyncThread(log, () => new Worker(URL.createObjectURL(new Blob([dying]))));
  const file = openSync(join(dir.path, 'file'), 'w');
  thread.start();
  await thread.begun(10_000);
  expect(await thread.sync(file).catch(String)).toContain('has died');
  expect(lines).toEqual(['the thread that syncs has died and is started again']);
  await thread.sync(file);
  thread.stop();
  closeSync(file);
});
