import { isAbsolute, relative } from 'node:path';
import {
  type BackupCause,
  type BackupHealth,
  type BackupJob,
  type BackupKind,
  type BackupOutcome,
  type BackupTarget,
  type BackupTelling,
  beginRun,
  endCutOffRuns,
  endRun,
  hasGoodAt,
  type Keeping,
  nextDueAt,
  readHealth,
  readPast,
  type ShelfUse,
  sayTarget,
} from '../backups/index.ts';
import { type BackupSchedule, type Clock, COMMIT, type Log, type ObjectStoreSettings, VERSION } from '../base/index.ts';
import type { Storage } from '../storage/index.ts';
import { findFirstWorkspace } from '../workspaces/index.ts';
import { type BackupUnderWay, backUpInThread } from './backup-thread.ts';

export interface BackupKeeperPorts {
  readonly storage: Storage;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly schedule: BackupSchedule;
  readonly target: BackupTarget;
  readonly s3: ObjectStoreSettings | undefined;
  readonly keeping: Keeping;
  readonly telling: BackupTelling;
  /** A test brings one that fails, or one that takes its time. */
  readonly backUp?: (job: BackupJob) => BackupUnderWay;
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  // On Windows there is no way from one drive to another.
  return !isAbsolute(way) && way.split(/[\\/]/)[0] !== '..';
}

const KIND_OF = { schedule: 'schedule', person: 'hand', command: 'hand' } as const;
const FIRST_LOOK_MS = 2_000;
const LOOK_MS = 20_000;

/** Makes backups while serving: when they are due, and when somebody asks; never two at once. */
export class BackupKeeper {
  readonly #ports: BackupKeeperPorts;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<BackupOutcome> | undefined;
  #work: BackupUnderWay | undefined;
  /** What could not be written down yet, such as on a full disk. */
  #unsettled: { readonly seq: number; readonly outcome: BackupOutcome } | undefined;
  #stopping = false;
  #cutOffEnded = false;

  constructor(ports: BackupKeeperPorts) {
    this.#ports = ports;
  }

  start(): void {
    this.#timer = setTimeout(() => this.#loop(), FIRST_LOOK_MS);
  }

  /** Whether a run is under way. */
  busy(): boolean {
    return this.#running !== undefined;
  }

  health(): BackupHealth {
    const { storage, schedule, clock } = this.#ports;
    return readHealth(storage.read, schedule, this.zone(), clock.now());
  }

  /** The time zone of a schedule that names none: the first workspace's. */
  zone(): string {
    return findFirstWorkspace(this.#ports.storage.read)?.timeZone ?? 'UTC';
  }

  /** What may be done with the target: a folder outside the data directory, where backups lie already, is not made anew. */
  use(): ShelfUse {
    const { storage, dataDir, target } = this.#ports;
    if (target.place !== 'disk' || isBelow(dataDir, target.folder)) return 'to write';
    return hasGoodAt(storage.read, sayTarget(target)) ? 'again' : 'to write';
  }

  /** Makes one when it is due. @returns when what was begun is over */
  async look(): Promise<void> {
    const { storage, clock, schedule } = this.#ports;
    if (this.busy()) return;
    await this.#endCutOff();
    await this.#settle();
    // A run that nobody could write down would be due for ever.
    if (this.busy() || this.#unsettled !== undefined || findFirstWorkspace(storage.read) === undefined) return;
    const dueAt = nextDueAt(schedule, this.zone(), readPast(storage.read, clock.now()));
    if (dueAt !== undefined && dueAt <= clock.now()) await this.run('schedule');
  }

  /** Makes one now; undefined when one is under way. */
  async run(cause: BackupCause, kind: BackupKind = KIND_OF[cause]): Promise<BackupOutcome | undefined> {
    if (this.busy() || this.#stopping) return undefined;
    // Before the first await, so that two who ask in one turn get one run.
    this.#running = this.#make(cause, kind);
    try {
      return await this.#running;
    } finally {
      this.#running = undefined;
    }
  }

  /** Begins nothing more; what is under way has so long to finish, then it is ended and its draft removed. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    const late = setTimeout(() => this.#work?.end('the server stopped'), graceMs);
    await this.#running?.catch(() => undefined);
    clearTimeout(late);
  }

  async #make(cause: BackupCause, kind: BackupKind): Promise<BackupOutcome> {
    const { storage, clock, target } = this.#ports;
    await this.#endCutOff();
    // There is room for one alone.
    await this.#settle();
    const takenAtMs = clock.now();
    const seq = await beginRun(storage, { cause, target: sayTarget(target), startedAt: takenAtMs });
    const outcome = this.#stopping ? ({ kind: 'stopped' } as const) : await this.#backUp(takenAtMs, kind);
    this.#say(outcome);
    this.#unsettled = { seq, outcome };
    await this.#settle();
    return outcome;
  }

  async #backUp(takenAtMs: number, kind: BackupKind): Promise<BackupOutcome> {
    try {
      this.#work = (this.#ports.backUp ?? backUpInThread)(this.#job(takenAtMs, kind));
      return { kind: 'verified', made: await this.#work.done };
    } catch (error) {
      if (this.#stopping) return { kind: 'stopped' };
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    } finally {
      this.#work = undefined;
    }
  }

  /** Before the first run: afterwards an open row may be the one under way. */
  async #endCutOff(): Promise<void> {
    const { storage, telling, target, log } = this.#ports;
    if (this.#cutOffEnded) return;
    const cutOff = await endCutOffRuns({ storage, telling }, sayTarget(target));
    this.#cutOffEnded = true;
    if (cutOff > 0) log.warn('a backup was cut off when the last process ended');
  }

  #job(takenAtMs: number, kind: BackupKind): BackupJob {
    const { storage, dataDir, target, s3, keeping } = this.#ports;
    return {
      databasePath: storage.path,
      dataDir,
      target,
      s3,
      keeping,
      takenAtMs,
      kind,
      version: VERSION,
      commit: COMMIT,
      overwrite: false,
      use: this.use(),
    };
  }

  #say(outcome: BackupOutcome): void {
    const { log, target } = this.#ports;
    if (outcome.kind === 'failed')
      log.error('the backup failed', { target: sayTarget(target), reason: outcome.reason });
    if (outcome.kind !== 'verified') return;
    const { address, bytes, sha256, removed, untidy, strange } = outcome.made;
    log.info('backup made and verified', { address, bytes, sha256, removed: removed.length });
    if (strange !== undefined) log.warn('a restore would refuse the backup that was made', { reason: strange });
    if (untidy !== null) log.warn('old backups could not be deleted', { reason: untidy });
  }

  async #settle(): Promise<void> {
    const { storage, telling, target, log } = this.#ports;
    if (this.#unsettled === undefined) return;
    const { seq, outcome } = this.#unsettled;
    try {
      await endRun({ storage, telling }, { run: { seq, target: sayTarget(target) }, outcome });
      this.#unsettled = undefined;
    } catch (error) {
      log.warn('the outcome of the backup could not be recorded yet', { reason: String(error) });
    }
  }

  #loop(): void {
    this.look()
      .catch((error) => this.#ports.log.error('the backups could not be looked at; the next look follows', {}, error))
      .finally(() => {
        if (!this.#stopping) this.#timer = setTimeout(() => this.#loop(), LOOK_MS);
      });
  }
}
