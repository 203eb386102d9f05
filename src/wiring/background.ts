import { statSync } from 'node:fs';
import { beginNetworkThread, type Clock, createMailer, type Log, type ServeConfig, type World } from '../base/index.ts';
import { CLIENT_IMPORT } from '../clients/index.ts';
import type { ImportKinds } from '../imports/index.ts';
import { finishRemovals } from '../inquiries/index.ts';
import { mailerInForce, readMailServer } from '../mail-server/index.ts';
import { orderImport, paymentImport } from '../orders/index.ts';
import { keepSizes } from '../retention/index.ts';
import { finishStocktakes, PRODUCT_IMPORT } from '../stock/index.ts';
import { databasePath, keyFilePath, type Storage } from '../storage/index.ts';
import {
  BackupKeeper,
  createHourly,
  createMoneyKeeping,
  createTidying,
  ForgetKeeper,
  ImportKeeper,
  LogKeeper,
  type ReportWatch,
  SchedulerThread,
  SearchKeeper,
  type SyncThread,
  settingsOf,
  tellOfDamage,
  watchSoundness,
} from '../worker/index.ts';
import { planOf } from './backup-desk.ts';

interface Background {
  readonly scheduler: SchedulerThread;
  readonly backups: BackupKeeper;
  readonly imports: ImportKeeper;
  /**
   * Resolves when all of the work has started, or the time to wait is over.
   * @returns false if `stop` was called first. The caller must then serve nothing.
   */
  start(): Promise<boolean>;
  /** Resolves when the running work has been recorded, or left for the server's next start. */
  stop(): Promise<void>;
}

/** The time that a stopping server waits for webhook attempts. A longer attempt is made again after the next start. */
const ATTEMPTS_GRACE_MS = 6_000;
/**
 * The time that a stopping server waits for a backup: enough for a small shop. A longer backup is ended, and repeated
 * after the next start.
 */
const BACKUP_GRACE_MS = 5_000;
/** The time that a stopping server waits for a step that erases a client. Most take under a tenth of a second. */
const FORGETTING_GRACE_MS = 6_000;

/**
 * The longest wait for a thread's start, long enough for a busy machine. After this time, the server accepts orders
 * anyway.
 */
const THREAD_MS = 30_000;
/**
 * The longest time that the start waits for the check of the file. The server waits, because restoring a backup would
 * lose orders written into a damaged file.
 */
const LOOK_MS = 1_000;
const MOST_LOOKED_THROUGH_FIRST = 300 * 1_024 ** 2;

interface BackgroundParts {
  readonly storage: Storage;
  readonly syncing: SyncThread;
  readonly watch: ReportWatch;
}

function watchFile(storage: Storage, log: Log) {
  const failed = (error: unknown) => log.warn('the sizes of the tables could not be kept', { reason: String(error) });
  return watchSoundness({ storage, log, measured: (sizes) => void keepSizes(storage, sizes).catch(failed) });
}

function createForgetting(
  config: ServeConfig,
  { random, clock, log }: World,
  parts: { readonly storage: Storage; readonly backups: BackupKeeper; readonly search: SearchKeeper },
): ForgetKeeper {
  const plan = planOf(config, parts.storage);
  return new ForgetKeeper({ ...parts, dataDir: config.dataDir, random, clock, log, plan });
}

function createBackups(config: ServeConfig, { clock, log }: World, storage: Storage): BackupKeeper {
  const telling = { publicUrl: config.publicUrl ?? null };
  return new BackupKeeper({ storage, dataDir: config.dataDir, clock, log, telling, plan: planOf(config, storage) });
}

/** Resumes work that an earlier process or a full disk left unfinished. */
function finishLeft(storage: Storage, log: Log): void {
  const works = [
    { work: finishStocktakes(storage), message: 'a stocktake could not be applied yet' },
    { work: finishRemovals(storage), message: 'a stage of inquiries could not be removed yet' },
  ];
  for (const { work, message } of works) work.catch((error) => log.warn(message, { reason: String(error) }));
}

function hourlyWorks(ports: { readonly storage: Storage; readonly clock: Clock; readonly log: Log }) {
  const failed = 'unfinished work could not be resumed';
  const finish = async () => finishLeft(ports.storage, ports.log);
  return [createTidying(ports), createMoneyKeeping(ports), createHourly({ ...ports, firstMs: 0, failed, run: finish })];
}

const importKinds = (storage: Storage): ImportKinds => ({
  orders: orderImport(storage),
  products: PRODUCT_IMPORT,
  clients: CLIENT_IMPORT,
  payments: paymentImport(storage),
});

export function createBackground(
  config: ServeConfig,
  world: World,
  { storage, syncing, watch }: BackgroundParts,
): Background {
  const { clock, log } = world;
  const telling = { publicUrl: config.publicUrl ?? null };
  const settings = settingsOf(config, databasePath(config.dataDir));
  const scheduler = new SchedulerThread({ storage, clock, log, settings, telling, watch });
  const backups = createBackups(config, world, storage);
  const imports = new ImportKeeper({
    storage,
    log,
    clock,
    kinds: importKinds(storage),
  });
  const soundness = watchFile(storage, log);
  const hourly = hourlyWorks({ storage, clock, log });
  const logKeeper = new LogKeeper({ storage, log, clock });
  const searchKeeper = new SearchKeeper({ storage, log });
  const forgetting = createForgetting(config, world, { storage, backups, search: searchKeeper });
  const findMailer = () =>
    mailerInForce(readMailServer(storage.read, keyFilePath(storage.path), config.mail), createMailer);
  storage.damage.listen((finding) => void tellOfDamage({ storage, world, findMailer }, finding));
  let isStopping = false;
  return {
    scheduler,
    backups,
    imports,
    async start() {
      // Forgets clients again before anything is sent. A restored backup may contain mails to forgotten clients.
      await forgetting.again();
      if (isStopping) return false;
      for (const thread of [syncing, logKeeper, scheduler, soundness]) thread.start();
      const begun = [syncing, soundness].map((thread) => thread.begun(THREAD_MS));
      await Promise.all([...begun, scheduler.polling(THREAD_MS), beginNetworkThread()]);
      if (statSync(storage.path).size <= MOST_LOOKED_THROUGH_FIRST) await soundness.looked(LOOK_MS);
      if (isStopping) return false;
      backups.start();
      for (const work of hourly) work.start();
      imports.start();
      searchKeeper.start();
      forgetting.start();
      return true;
    },
    async stop() {
      isStopping = true;
      soundness.stop();
      await Promise.all([
        scheduler.stop(ATTEMPTS_GRACE_MS),
        backups.stop(BACKUP_GRACE_MS),
        ...hourly.map((work) => work.stop()),
        imports.stop(),
        forgetting.stop(FORGETTING_GRACE_MS),
      ]);
      await searchKeeper.stop();
      await logKeeper.stop();
    },
  };
}
