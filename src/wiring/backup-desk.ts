import { type BackupTarget, openShelf, parseTarget, sayTarget } from '../backups/index.ts';
import type { ServeConfig, World } from '../base/index.ts';
import type { BackupDesk } from '../dashboard/index.ts';
import { type BackupKeeper, checkInThread } from '../worker/index.ts';

export const backupTargetOf = ({ backupTo, dataDir }: ServeConfig): BackupTarget =>
  parseTarget('--backup-to', backupTo, dataDir, 'folder');

/** What the backups page works with. */
export function createBackupDesk(
  config: ServeConfig,
  { clock }: World,
  keeper: BackupKeeper,
  restoring: Pick<BackupDesk, 'restored' | 'restore'>,
): BackupDesk {
  const { dataDir: folder, objectStore: s3, backupSchedule: schedule, backupKeep: keep, backupKeepDays } = config;
  const target = backupTargetOf(config);
  return {
    schedule,
    target: sayTarget(target),
    keep,
    keepDays: backupKeepDays ?? null,
    ...restoring,
    zone: () => keeper.zone(),
    health: () => keeper.health(),
    busy: () => keeper.busy(),
    run: (kind) => keeper.run('person', kind),
    open: () => openShelf(target, s3, folder, keeper.use()),
    check: (name, reading) => checkInThread({ target, name, s3, folder, reading, nowMs: clock.now() }),
    checkFile(path) {
      const file = parseTarget('file', path, folder, 'as written');
      const where = { target: file, name: file.file ?? '', s3, folder };
      return checkInThread({ ...where, reading: 'where it lies', nowMs: clock.now() });
    },
  };
}
