import {
  type BackupCause,
  type BackupHealth,
  type BackupJob,
  type BackupKind,
  type BackupOutcome,
  type BackupPlan,
  beginRun,
  endCutOffRuns,
  endRun,
  nextDueAt,
  noteMarked,
  type ProbeJob,
  type ProbeResult,
  readHealth,
  readPast,
  sayTarget,
  type TestedDestination,
} from '../backups/index.ts';
import { backupRefusal, type Clock, COMMIT, errorText, HOUR_MS, type Log, VERSION } from '../base/index.ts';
import type { MailedFacts } from '../mail/index.ts';
import type { Storage } from '../storage/index.ts';
import { findFirstWorkspace } from '../workspaces/index.ts';
import { type BackupUnderWay, backUpInThread, probeInThread } from './backup-thread.ts';

export interface BackupKeeperPorts {
  readonly storage: Storage;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly plan: () => BackupPlan;
  readonly telling: MailedFacts;
  /** The function that makes backups. Only tests replace it, with one that fails or is slow. */
  readonly backUp?: (job: BackupJob) => BackupUnderWay;
  readonly probe?: (job: ProbeJob) => Promise<ProbeResult>;
}

const KIND_OF = { schedule: 'schedule', person: 'hand', command: 'hand' } as const;
const FIRST_LOOK_MS = 2_000;
const LOOK_MS = 20_000;
/** The interval between tests of the destination, so that a removed disk is noticed before the next backup. */
const PROBE_MS = HOUR_MS;

/** Makes backups while the server runs: when they are due, and on request. Two backups never run at once. */
export class BackupKeeper {
  readonly #ports: BackupKeeperPorts;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<BackupOutcome> | undefined;
  #work: BackupUnderWay | undefined;
  /** A finished run that could not be recorded yet, for example because the disk is full. */
  #unsettled: { readonly seq: number; readonly target: string; readonly outcome: BackupOutcome } | undefined;
  #stopping = false;
  #cutOffEnded = false;
  #tested: TestedDestination | undefined;
  #testedForShop = false;

  constructor(ports: BackupKeeperPorts) {
    this.#ports = ports;
  }

  start(): void {
    this.#timer = setTimeout(() => this.#loop(), FIRST_LOOK_MS);
  }

  busy(): boolean {
    return this.#running !== undefined;
  }

  health(): BackupHealth {
    const { storage, plan, clock } = this.#ports;
    return readHealth(storage.read, plan().schedule, this.zone(), clock.now());
  }

  /** Returns the time zone for a schedule that names none: the first workspace's. */
  zone(): string {
    return findFirstWorkspace(this.#ports.storage.read)?.timeZone ?? 'UTC';
  }

  destination(): TestedDestination | undefined {
    const { target, schedule } = this.#ports.plan();
    return this.#tested?.target === sayTarget(target) && schedule.kind !== 'off' ? this.#tested : undefined;
  }

  /** Writes a small file to the destination, reads it back and deletes it. Logs the result when it changes. */
  async test(): Promise<TestedDestination> {
    const { dataDir, plan, clock, log, storage } = this.#ports;
    const { target, s3, use: planned } = plan();
    const before = this.destination();
    this.#testedForShop = this.#hasShop();
    // Before there is a shop, the backup folder stays untouched. It may hold the backup to restore the shop from.
    const use = planned === 'to keep' && !this.#testedForShop ? 'to write' : planned;
    const job = { target, s3, dataDir, use, make: use !== 'to write' };
    const tested = { target: sayTarget(target), atMs: clock.now(), made: false, refusal: undefined };
    try {
      const { made } = await (this.#ports.probe ?? probeInThread)(job);
      if (use === 'to keep') await noteMarked(storage, target);
      this.#tested = { ...tested, made };
      if (made) log.info('the folder for backups was made', { target: tested.target });
      if (before?.refusal !== undefined) log.info('the destination of backups works again', { target: tested.target });
    } catch (error) {
      const reason = errorText(error);
      this.#tested = { ...tested, refusal: backupRefusal(error) };
      if (before?.refusal === undefined) {
        log.error('the destination takes no backups', { target: tested.target, reason });
      }
    }
    return this.#tested;
  }

  async #testWhenDue(): Promise<void> {
    const { plan, clock } = this.#ports;
    const sinceMs = clock.now() - (this.destination()?.atMs ?? Number.NEGATIVE_INFINITY);
    const isDue = sinceMs < 0 || sinceMs >= PROBE_MS || (this.#hasShop() && !this.#testedForShop);
    if (plan().schedule.kind !== 'off' && isDue) await this.test();
  }

  #hasShop(): boolean {
    return findFirstWorkspace(this.#ports.storage.read) !== undefined;
  }

  /** Makes a backup when it is due. Resolves when the run is finished. */
  async look(): Promise<void> {
    const { storage, clock, plan } = this.#ports;
    if (this.busy()) return;
    await this.#endCutOff();
    await this.#settle();
    // No backup begins until the outcome of the last run is recorded. Without that record, a backup would still seem
    // due, and each check would make another one.
    if (this.busy() || this.#unsettled !== undefined) return;
    await this.#testWhenDue();
    if (!this.#hasShop()) return;
    const dueAt = nextDueAt(plan().schedule, this.zone(), readPast(storage.read, clock.now()));
    if (dueAt !== undefined && dueAt <= clock.now()) await this.run('schedule');
  }

  /** Makes a backup now and returns its outcome; undefined if another run is in progress or the server is stopping. */
  async run(cause: BackupCause, kind: BackupKind = KIND_OF[cause]): Promise<BackupOutcome | undefined> {
    if (this.busy() || this.#stopping) return undefined;
    // The run is stored before the first await. So two requests in one turn of the event loop get one run.
    this.#running = this.#make(cause, kind);
    try {
      return await this.#running;
    } finally {
      this.#running = undefined;
    }
  }

  /**
   * Ensures a good backup that began at `sinceMs` or later. Makes a new backup unless the last good one or the current
   * run began late enough.
   * @returns undefined if no new backup was needed
   */
  async have(kind: BackupKind, sinceMs: number): Promise<BackupOutcome | undefined> {
    while (this.busy()) await this.#running?.catch(() => undefined);
    const { lastGood } = this.health();
    if (lastGood !== undefined && lastGood.startedAt >= sinceMs) return undefined;
    return (await this.run('person', kind)) ?? { kind: 'stopped' };
  }

  /** Starts no more runs. The current run has `graceMs` to finish. It is then ended and its draft removed. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    const late = setTimeout(() => this.#work?.end('the server stopped'), graceMs);
    await this.#running?.catch(() => undefined);
    clearTimeout(late);
  }

  async #make(cause: BackupCause, kind: BackupKind): Promise<BackupOutcome> {
    const { storage, clock } = this.#ports;
    const plan = this.#ports.plan();
    await this.#endCutOff();
    // Only one run's outcome can wait to be recorded, so the previous outcome is recorded before a new run.
    await this.#settle();
    const takenAtMs = clock.now();
    const target = sayTarget(plan.target);
    const seq = await beginRun(storage, { cause, target, startedAt: takenAtMs });
    const outcome = this.#stopping ? ({ kind: 'stopped' } as const) : await this.#backUp(plan, takenAtMs, kind);
    this.#say(target, outcome);
    this.#unsettled = { seq, target, outcome };
    await this.#settle();
    return outcome;
  }

  async #backUp(plan: BackupPlan, takenAtMs: number, kind: BackupKind): Promise<BackupOutcome> {
    try {
      this.#work = (this.#ports.backUp ?? backUpInThread)(this.#job(plan, takenAtMs, kind));
      const made = await this.#work.done;
      if (plan.use === 'to keep') await noteMarked(this.#ports.storage, plan.target);
      return { kind: 'verified', made };
    } catch (error) {
      if (this.#stopping) return { kind: 'stopped' };
      const reason = errorText(error);
      return { kind: 'failed', reason, refusal: backupRefusal(error) };
    } finally {
      this.#work = undefined;
    }
  }

  /**
   * Marks as failed all runs that an earlier process left open. Call it before this process starts its first run.
   * Otherwise it could mark this process's own open run as failed.
   */
  async #endCutOff(): Promise<void> {
    const { storage, telling, log } = this.#ports;
    if (this.#cutOffEnded) return;
    const cutOff = await endCutOffRuns({ storage, telling });
    this.#cutOffEnded = true;
    if (cutOff > 0) log.warn('a backup was cut off when the last process ended');
  }

  #job({ target, s3, keeping, use }: BackupPlan, takenAtMs: number, kind: BackupKind): BackupJob {
    const { storage, dataDir } = this.#ports;
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
      use,
    };
  }

  #say(target: string, outcome: BackupOutcome): void {
    const { log } = this.#ports;
    if (outcome.kind === 'failed') log.error('the backup failed', { target, reason: outcome.reason });
    if (outcome.kind !== 'verified') return;
    const { address, bytes, sha256, removed, untidy, strange } = outcome.made;
    log.info('backup made and verified', { address, bytes, sha256, removed: removed.length });
    if (strange !== undefined) log.warn('a restore would refuse the backup that was made', { reason: strange });
    if (untidy !== null) log.warn('old backups could not be deleted', { reason: untidy });
  }

  async #settle(): Promise<void> {
    const { storage, telling, log } = this.#ports;
    if (this.#unsettled === undefined) return;
    const { outcome, ...run } = this.#unsettled;
    try {
      await endRun({ storage, telling }, { run, outcome });
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
