import type { Database } from 'bun:sqlite';
import { type BackupJob, type BackupTarget, makeBackup } from '../../src/backups/index.ts';
import { createOrder } from '../../src/orders/index.ts';
import { BLANK, locateSeal, writeSeal } from '../../src/storage/file/backup-seal.ts';
import { type RestoreFacts, sealKeyOf } from '../../src/storage/index.ts';
import { orderBody } from './docket.ts';
import { HOLDER, type TestStore } from './store.ts';
import { seededRandom } from './world.ts';

/**
 * The facts of a restore over an existing database. It accepts only a backup that the installation's own seal key has
 * sealed.
 */
export const RESTORE_FACTS: RestoreFacts = {
  holder: HOLDER,
  nowMs: Date.UTC(2026, 4, 21, 8),
  force: true,
  anySeal: false,
  name: 'the backup',
  actor: { type: 'command', id: null },
  hold: true,
  receipt: null,
};

/** A job that backs a test's store up, into a folder unless `more` names another target. */
export function backupJob(store: TestStore, folder: string, more: Partial<BackupJob> = {}): BackupJob {
  const target: BackupTarget = { place: 'disk', folder, file: undefined };
  return {
    target,
    databasePath: store.storage.path,
    dataDir: store.dataDir,
    s3: undefined,
    version: '1.2.3',
    commit: 'abc',
    takenAtMs: store.world.clock.now(),
    overwrite: false,
    kind: 'schedule',
    keeping: { count: undefined, days: undefined },
    ...more,
  };
}

/** @returns the backup's path */
export const backUp = async (store: TestStore, folder: string): Promise<string> =>
  (await makeBackup(backupJob(store, folder))).address;

export async function addOrders(store: TestStore, count: number): Promise<void> {
  const input = (): Parameters<typeof createOrder>[1] => orderBody();
  await Promise.all(Array.from({ length: count }, () => createOrder(store.ctx(), input())));
}

/** Seals a backup with another seal key, as a forger who knows the format could. Closes the database. */
export function sealAnew(tampered: Database, path: string): void {
  tampered.run('UPDATE backup_seal SET seal = ?', [BLANK]);
  const sealAt = locateSeal(tampered, path, BLANK);
  tampered.close(true);
  writeSeal(path, sealAt, sealKeyOf(seededRandom(99).bytes(32)));
}
