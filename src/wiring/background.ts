import { beginNetworkThread, createMailer, type ServeConfig, type World } from '../base/index.ts';
import { mailerInForce, readMailServer } from '../mail-server/index.ts';
import { databasePath, keyFilePath, type Storage } from '../storage/index.ts';
import {
  BackupKeeper,
  type ReportWatch,
  SchedulerThread,
  settingsOf,
  tellOfDamage,
  watchSoundness,
} from '../worker/index.ts';
import { backupTargetOf } from './backup-desk.ts';

/** What goes on while nobody asks for anything. */
export interface Background {
  readonly scheduler: SchedulerThread;
  readonly backups: BackupKeeper;
  /** Resolves when all of it goes on, or enough time was given to it. */
  start(): Promise<void>;
  /** Resolves when what was under way has been recorded, or left for the next start. */
  stop(): Promise<void>;
}

/** For webhook attempts under way at the end; those that last longer are left due. */
const ATTEMPTS_GRACE_MS = 6_000;
/** A small shop's backup is done within it; another one is ended, and made up for after the next start. */
const BACKUP_GRACE_MS = 5_000;

/**
 * A burst of callers could take the files that a thread has to open while it begins. Long enough for a machine with its hands
 * full; one that cannot begin at all must not keep orders from being taken.
 */
const THREAD_MS = 30_000;
/**
 * What is taken into a damaged file is lost when a backup takes its place. Long enough for some millions of orders; a larger
 * file is served while it is still looked through.
 */
const LOOK_MS = 5_000;

export function createBackground(config: ServeConfig, world: World, storage: Storage, watch: ReportWatch): Background {
  const { clock, log } = world;
  const telling = { publicUrl: config.publicUrl ?? null };
  const settings = settingsOf(config, databasePath(config.dataDir));
  const scheduler = new SchedulerThread({ storage, clock, log, settings, telling, watch });
  const { dataDir, backupSchedule: schedule, objectStore: s3 } = config;
  const backups = new BackupKeeper({
    ...{ storage, dataDir, clock, log, schedule, s3, telling },
    target: backupTargetOf(config),
    keeping: { count: config.backupKeep, days: config.backupKeepDays },
  });
  const soundness = watchSoundness({ storage, log });
  const findMailer = () =>
    mailerInForce(readMailServer(storage.read, keyFilePath(storage.path), config.mail), createMailer);
  storage.damage.listen((what) => void tellOfDamage({ storage, world, findMailer }, what));
  return {
    ...{ scheduler, backups },
    async start() {
      scheduler.start();
      soundness.start();
      await Promise.all([scheduler.polling(THREAD_MS), soundness.begun(THREAD_MS), beginNetworkThread()]);
      await soundness.looked(LOOK_MS);
      backups.start();
    },
    async stop() {
      soundness.stop();
      await Promise.all([scheduler.stop(ATTEMPTS_GRACE_MS), backups.stop(BACKUP_GRACE_MS)]);
    },
  };
}
