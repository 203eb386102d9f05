import { expect, test } from 'bun:test';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupOutcome, CheckedBackup } from '../../src/backups/index.ts';
import { AppError } from '../../src/base/index.ts';
import { restoreSteps } from '../../src/dashboard/backups/restore.ts';
import type { RestoreWish } from '../../src/dashboard/index.ts';
import { IDLE_BACKUPS } from '../support/idle-backups.ts';
import { openTestStore } from '../support/store.ts';

const NAME = 'docket-2026-05-20T03-00-00-000Z-1a2b3c4d.db';
const ASKER = { actor: { type: 'system', id: null }, receipt: 'a hash', anySeal: true } as const;
const MADE = { kind: 'verified', made: { name: 'of the present' } } as BackupOutcome;
const may = { ...ASKER, stillMay: () => undefined };

/**
 * Opens a real store for the steps of a restore. Reading the backup completes at once, and the safety backup ends as
 * `safety` says.
 */
async function openBench(safety: BackupOutcome | AppError | 'busy' = MADE) {
  const store = await openTestStore();
  const staged = join(store.dataDir, '.docket-restore-1.partial');
  const wished = Promise.withResolvers<RestoreWish>();
  let ran = 0;
  const verified = { bytes: 1, sha256: '', manifest: null, seal: null, schemaVersion: 1, counts: { orders: 1 } };
  const backups = {
    ...IDLE_BACKUPS,
    async check(): Promise<CheckedBackup> {
      writeFileSync(staged, 'a copy');
      return { address: 'the backup', verified, staged };
    },
    async run() {
      ran += 1;
      if (safety instanceof AppError) throw safety;
      return safety === 'busy' ? undefined : safety;
    },
    restore: wished.resolve,
  };
  const steps = restoreSteps({ storage: store.storage, backups });
  return {
    store,
    steps,
    staged,
    wished: wished.promise,
    ran: () => ran,
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

const kindOf = (error: unknown): unknown => (error instanceof AppError ? error.kind : error);
const refusal = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'done', kindOf);

test('a restore changes nothing if the person loses the right to restore while the backup is read', async () => {
  await using bench = await openBench();
  const { steps, staged } = bench;
  const gone = new AppError({ rule: 'no_link' });
  const stillMay = (): never => {
    expect(existsSync(staged)).toBe(true);
    throw gone;
  };
  expect(await refusal(steps.begin(NAME, { ...ASKER, stillMay }))).toBe('not_found');
  expect([existsSync(staged), steps.underWay()]).toEqual([false, false]);
  expect(await steps.begin(NAME, may)).toMatchObject({ safety: 'of the present', counts: { orders: 1 } });
  expect(await bench.wished).toEqual({ ...ASKER, staged, address: 'the backup' });
});

test('a restore refuses a backup that no known key has sealed, leaves no file and makes no safety backup', async () => {
  await using bench = await openBench();
  const asked = bench.steps.begin(NAME, { ...may, anySeal: false });
  await expect(asked).rejects.toThrow('the backup is sealed with no key');
  expect([existsSync(bench.staged), bench.steps.underWay(), bench.ran()]).toEqual([false, false, 0]);
});

test('a restore does not overwrite a database that cannot be backed up first', async () => {
  const failed = { kind: 'failed', reason: 'the disk is full' } as const;
  for (const [safety, told] of [
    ['busy', 'backup_busy'],
    [new AppError({ rule: 'store_full' }), 'unavailable'],
    [failed, expect.objectContaining({ message: expect.stringContaining(failed.reason) })],
  ] as const) {
    await using bench = await openBench(safety);
    expect(await refusal(bench.steps.begin(NAME, may))).toEqual(told);
    expect([existsSync(bench.staged), bench.steps.underWay()]).toEqual([false, false]);
  }
});

test('a restore over a database without a workspace makes no backup first', async () => {
  await using bench = await openBench();
  const { storage } = bench.store;
  await storage.write(({ db }) => {
    db.run('UPDATE installation SET workspace_seq = NULL');
    for (const table of ['audit_log', 'number_series', 'inquiry_stages', 'workspaces']) db.run(`DELETE FROM ${table}`);
  });
  expect(await bench.steps.begin(NAME, may)).toMatchObject({ safety: null });
  expect(bench.ran()).toBe(0);
});

test('a restore never runs at the same time as a change that it would undo', async () => {
  await using bench = await openBench();
  const { steps } = bench;
  const settingUp = Promise.withResolvers<string>();
  const set = steps.outside(() => settingUp.promise);
  expect(await refusal(steps.begin(NAME, may))).toBe('backup_busy');
  settingUp.resolve('set up');
  expect(await set).toBe('set up');
  const restoring = steps.begin(NAME, may);
  expect(steps.underWay()).toBe(true);
  let begun = false;
  const late = steps.outside(async () => {
    begun = true;
  });
  expect(await refusal(late)).toBe('backup_busy');
  expect(await refusal(steps.begin(NAME, may))).toBe('backup_busy');
  await restoring;
  expect([begun, steps.underWay()]).toEqual([false, true]);
});
