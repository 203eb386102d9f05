import { type Clock, errorText, hasSpareFiles, type Log, lengthInWords } from '../base/index.ts';
import { type MailedFacts, nextMailAt } from '../mail/index.ts';
import type { News, Storage, Topic, VersionedValue } from '../storage/index.ts';
import { hasEndpoints, isTold, type ReportedStep, sweepRemovedEndpoints } from '../webhooks/index.ts';
import type { ReportWatch } from './measure.ts';
import type { FromThread, SchedulerSettings, ToThread } from './protocol.ts';
import { settleReport } from './settle-report.ts';
import { createSettling, type Report } from './settling.ts';
import { beginWorker } from './threads.ts';
import { within } from './within.ts';

interface SupervisorPorts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: SchedulerSettings;
  readonly telling: MailedFacts;
  readonly watch?: ReportWatch;
  readonly isNeeded?: (storage: Storage) => boolean;
  readonly spawn?: () => Worker;
}

/** The silence after which a thread is reported as not polling. Normally it sends a sign of life every half second. */
const SILENT_MS = 10_000;
const RESTART_MS = 1_000;
/** The silence after which a thread counts as stuck, and is ended. */
const STUCK_MS = 60_000;
const WATCH_MS = 5_000;
/** The interval at which the file is checked for deliveries and mails that another process wrote. */
const LOOK_MS = 1_000;
const BUSY_WRITES_A_SECOND = 1_000;
const BUSY_WINDOW_SECONDS = 0.1;
const BUSY_HELD_MS = 500;

const maySend = ({ read }: Storage): boolean => hasEndpoints(read) || nextMailAt(read) !== undefined;

/** Logs a step of the clock, because the times in the log jump at that point. */
function tellStep(log: Log, nowMs: number, { kind, byMs }: ReportedStep): void {
  log.warn(`the clock was set ${kind} by ${lengthInWords(byMs)}, or the machine slept; nothing is lost`, {
    byMs: kind === 'back' ? -byMs : byMs,
    now: new Date(nowMs).toISOString(),
  });
}

/** The topics that do not affect sending. */
const FOR_WATCHERS: ReadonlySet<Topic> = new Set(['orders', 'inquiries', 'settled', 'stock']);

/**
 * The main thread's side of the scheduler, which restarts the thread when it dies. A shop without endpoints and mails
 * has no thread. A thread would take 10 MB, and would delay each start by 25 ms.
 */
export class SchedulerThread {
  readonly #ports: SupervisorPorts;
  #thread: Worker | undefined;
  /** True when the thread is needed. It then stays needed. */
  #isNeeded = false;
  #seen: VersionedValue<boolean> | undefined;
  #looking: ReturnType<typeof setInterval> | undefined;
  /** Records jumps of the clock until the scheduler thread starts. From then on the thread records them itself. */
  readonly #settling: ReturnType<typeof createSettling>;
  #aliveMs = Number.NEGATIVE_INFINITY;
  #stopping = false;
  #counted = { writes: 0, atMs: 0 };
  #reports = 0;
  #busyUntilMs = Number.NEGATIVE_INFINITY;
  #stopped = Promise.withResolvers<void>();
  readonly #polls = Promise.withResolvers<void>();
  #restart: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;
  #unlisten: () => void = () => undefined;

  constructor(ports: SupervisorPorts) {
    this.#ports = ports;
    const { clock, log } = ports;
    this.#settling = createSettling({
      clock,
      settle: (report) => this.#record(report),
      settled: () => undefined,
      failed: (error) => log.error('a step of the clock could not be recorded; trying again', {}, error),
    });
  }

  start(): void {
    const { storage, log } = this.#ports;
    this.#unlisten = storage.listen((news) => this.#pass(news));
    this.#looking = setInterval(() => {
      this.#settling.lookAtClock();
      this.#look();
    }, LOOK_MS);
    this.#look();
    if (!this.#isNeeded) this.#polls.resolve();
    this.#watch = setInterval(() => this.endIfStuck(), WATCH_MS);
    sweepRemovedEndpoints(storage).catch((error) =>
      log.warn('what is left of removed endpoints could not be deleted yet', { reason: String(error) }),
    );
  }

  /** Returns the milliseconds since the thread's last sign of life; 0 if no thread is needed. */
  silentMs(): number {
    return !this.#isNeeded ? 0 : this.#ports.clock.monotonic() - this.#aliveMs;
  }

  async polling(atMostMs: number): Promise<void> {
    await within(atMostMs, this.#polls.promise);
  }

  trouble(): string | undefined {
    const silentMs = this.silentMs();
    if (silentMs < SILENT_MS) return undefined;
    return `The scheduler has not polled for ${Math.round(silentMs / 1000)} seconds; webhooks and mails wait.`;
  }

  /** Ends a thread that has been silent for a minute. A new one is then started. */
  endIfStuck(): void {
    const { clock, log } = this.#ports;
    if (this.#thread === undefined || this.silentMs() < STUCK_MS) return;
    log.error('the scheduler thread is stuck and is ended');
    this.#aliveMs = clock.monotonic();
    this.#thread.terminate();
  }

  /**
   * Stops the scheduler, so that no more attempts begin. Running attempts get up to `graceMs` to end. Their outcomes
   * get up to another `graceMs` to be written. All other attempts stay due.
   */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#restart);
    clearInterval(this.#watch);
    clearInterval(this.#looking);
    this.#settling.hurry();
    this.#unlisten();
    // Waits until a change of the clock is recorded, because the storage closes next.
    if (this.#thread === undefined) return this.#settling.idle();
    this.#say({ kind: 'stop', graceMs });
    // The wait is twice the grace: first the thread waits for attempts, and then for their outcomes to be written.
    await within(2 * graceMs, this.#stopped.promise);
    this.#thread.terminate();
  }

  #look(): void {
    const { storage, clock, isNeeded = maySend } = this.#ports;
    try {
      this.#seen = storage.again(this.#seen, () => isNeeded(storage));
    } catch {
      // The file cannot be read at this moment. The next check tries again.
      return;
    }
    if (!this.#seen.value) return;
    this.#isNeeded = true;
    this.#aliveMs = clock.monotonic();
    clearInterval(this.#looking);
    this.#spawnAgain();
  }

  #spawn(): void {
    const thread = this.#ports.spawn?.() ?? beginWorker('scheduler');
    this.#thread = thread;
    thread.addEventListener('message', ({ data }: MessageEvent<FromThread>) => this.#hear(thread, data));
    thread.addEventListener('error', (event) => {
      this.#ports.log.error('the scheduler thread failed', { reason: event.message.split('\n').at(-1) ?? '' });
    });
    thread.addEventListener('close', () => this.#died(thread));
  }

  #died(thread: Worker): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    // The thread has ended, so callers must not wait for its first poll any longer.
    this.#polls.resolve();
    if (this.#stopping) {
      this.#stopped.resolve();
      return;
    }
    this.#ports.log.error('the scheduler thread has died and is started again; nothing is lost');
    this.#restart = setTimeout(() => this.#spawnAgain(), RESTART_MS);
  }

  #spawnAgain(): void {
    if (hasSpareFiles()) this.#spawn();
    else this.#restart = setTimeout(() => this.#spawnAgain(), RESTART_MS);
  }

  #say(message: ToThread): void {
    this.#thread?.postMessage(message);
  }

  #pass(news: News): void {
    const concerning = [...news].filter(([topic]) => !FOR_WATCHERS.has(topic));
    if (concerning.length === 0) return;
    if (!this.#isNeeded) this.#look();
    this.#say({ kind: 'news', news: concerning.map(([topic, keys]) => [topic, [...keys]] as const) });
  }

  #hear(thread: Worker, message: FromThread): void {
    switch (message.kind) {
      case 'listening':
        this.#say({ kind: 'start', settings: this.#ports.settings, horizon: this.#ports.storage.horizon });
        return;
      case 'alive':
        this.#aliveMs = this.#ports.clock.monotonic();
        this.#polls.resolve();
        return;
      case 'report':
        void this.#write(thread, message);
        return;
      case 'log':
        this.#ports.log[message.level](message.message, { ...message.fields, reason: message.cause });
        return;
      case 'stopped':
        this.#stopped.resolve();
        return;
      default:
        message satisfies never;
    }
  }

  async #write(thread: Worker, { report }: { readonly report: Report }): Promise<void> {
    let failure: string | null = null;
    try {
      await this.#record(report);
    } catch (error) {
      failure = errorText(error);
    }
    // Only the thread that asked gets the answer. A new thread would take it for the answer to its own report.
    if (this.#thread === thread) this.#say({ kind: 'settled', error: failure, busy: this.#isBusy() });
  }

  async #record(report: Report): Promise<void> {
    const { storage, clock, log, settings, telling, watch } = this.#ports;
    this.#reports += await settleReport(storage, settings.policy, telling, report);
    watch?.kept(report);
    for (const step of report.clockSteps.filter(isTold)) tellStep(log, clock.now(), step);
  }

  /**
   * Returns true if the API writes a lot. The rate of writes is measured at most ten times a second. After a high rate,
   * the result is true for half a second.
   */
  #isBusy(): boolean {
    const { storage, clock } = this.#ports;
    const nowMs = clock.monotonic();
    const seconds = (nowMs - this.#counted.atMs) / 1000;
    if (seconds >= BUSY_WINDOW_SECONDS) {
      const writes = storage.count() - this.#counted.writes - this.#reports;
      this.#counted = { writes: storage.count(), atMs: nowMs };
      this.#reports = 0;
      if (writes > BUSY_WRITES_A_SECOND * seconds) this.#busyUntilMs = nowMs + BUSY_HELD_MS;
    }
    return nowMs < this.#busyUntilMs;
  }
}
