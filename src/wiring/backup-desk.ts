import { openShelf, parseTarget, readBackupPlan } from '../backups/index.ts';
import type { ServeConfig, World } from '../base/index.ts';
import type { BackupDesk } from '../dashboard/index.ts';
import type { Storage } from '../storage/index.ts';
import { type BackupKeeper, checkInThread, probeInThread } from '../worker/index.ts';

export const planOf =
  ({ dataDir, backups: given }: ServeConfig, storage: Storage) =>
  () =>
    readBackupPlan(storage.read, { dataDir, given });

export function createBackupDesk(
  config: ServeConfig,
  { clock }: World,
  { keeper, storage }: { readonly keeper: BackupKeeper; readonly storage: Storage },
  restoring: Pick<BackupDesk, 'restored' | 'restore'>,
): BackupDesk {
  const { dataDir: folder, backups: given } = config;
  const plan = planOf(config, storage);
  return {
    plan,
    given,
    dataDir: folder,
    ...restoring,
    zone: () => keeper.zone(),
    health: () => keeper.health(),
    busy: () => keeper.busy(),
    have: (kind, sinceMs) => keeper.have(kind, sinceMs),
    run: (kind) => keeper.run('person', kind),
    destination: () => keeper.destination(),
    test: () => keeper.test(),
    tryOut: probeInThread,
    open() {
      const { target, s3, use } = plan();
      return openShelf(target, s3, folder, use === 'again' ? use : 'to read');
    },
    openToPut() {
      const { target, s3, use } = plan();
      return openShelf(target, s3, folder, use);
    },
    check(name, reading) {
      const { target, s3 } = plan();
      return checkInThread({ target, name, s3, folder, reading, nowMs: clock.now() });
    },
    checkFile(path) {
      const target = parseTarget('file', path, folder, 'as written');
      const where = { target, name: target.file ?? '', s3: undefined, folder };
      return checkInThread({ ...where, reading: 'where it lies', nowMs: clock.now() });
    },
  };
}
