import { join } from 'node:path';
import { bytesToUuid, type Clock, DAY_MS, firstIdAt, type Log, uuidToBytes } from '../../base/index.ts';
import { isBusy, isDamage } from '../store/index.ts';
import { IN_MEMORY, type OpenedCalls, openCallFile } from './call-file.ts';
import { type NewCall, NO_WORKSPACE, type StoredCall } from './call-statements.ts';
import { type KnownWorkspace, matchWorkspaces } from './match-workspaces.ts';

/** A stored call of the API. It never contains a body, a query, a raw path, a secret or a name. */
export interface CallRow extends Omit<StoredCall, 'requestId'> {
  readonly requestId: string;
}

export interface CallQuery {
  readonly workspaceSeq: number;
  /** Finds only the call with this id, however old. */
  readonly requestId?: string | undefined;
  readonly keyId?: string | undefined;
  /** The first digit of the status: 2 for 200 to 299. */
  readonly statusClass?: number | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
}

interface CallPage {
  readonly calls: readonly CallRow[];
  /**
   * The value of `before` for the next page; null on the last page. A page may have few calls or none even if another
   * page follows.
   */
  readonly next: string | null;
}

/**
 * The recent calls of the API, in a separate database file that may be lost. No order waits for it or fails because of
 * it. A call is written to the file a moment later, so a crash loses the latest calls.
 */
export interface CallLog {
  note(call: NewCall): void;
  find(query: CallQuery): CallPage;
  /** Returns the number of calls of each API key since a UTC day. Days are counted from 1970. */
  countByKey(workspaceSeq: number, sinceDay: number): ReadonlyMap<string, number>;
  /** Returns the number of calls lost since the start, because too many were waiting or the file failed. */
  lost(): number;
  /**
   * Writes waiting calls and removes old ones, up to a limit for each run. The log's own timer calls this.
   * @returns true if there is more to write or remove
   */
  tend(): boolean;
  close(): void;
}

const KEPT_MS = 30 * DAY_MS;
const TEND_MS = 200;
/**
 * The maximum number of calls that one run of `tend` writes. One call takes 2 µs (measured), so 1,000 calls take 2 ms.
 * `tend` runs every 200 ms, so orders wait for it at most 1 % of the time.
 */
const AT_ONCE = 1_000;
const WAITING_AT_MOST = 20_000;
const MOST_BYTES = 96 * 1024 * 1024;
const MOST_BYTES_IN_MEMORY = 8 * 1024 * 1024;
/**
 * The limit on stored calls that belong to no workspace. Callers without an API key must not fill the disk or displace
 * the calls of others.
 */
const STRAYS_KEPT = 1_000;
const PRUNE_EVERY_MS = 60_000;
/** The maximum number of rows that a search reads for one page. Reading them takes about a millisecond. */
const READ_AT_MOST = 5_000;
const WARN_EVERY_MS = 3_600_000;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

interface CallLogPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly workspaces: () => readonly KnownWorkspace[];
  /** The largest size of the file in bytes. Tests set a smaller one. */
  readonly mostBytes?: number;
  /**
   * Returns the oldest time for which calls are kept, in milliseconds since the epoch. If absent, calls are kept for 30
   * days.
   */
  readonly keptSince?: () => number;
}

export const callLogPath = (dataDir: string): string => join(dataDir, 'calls.db');

/** Opens the log of calls, and never fails. @param path undefined to keep the calls in memory only */
export function openCallLog(path: string | undefined, ports: CallLogPorts): CallLog {
  return new CallFile(path ?? IN_MEMORY, ports);
}

class CallFile implements CallLog {
  readonly #path: string;
  readonly #ports: CallLogPorts;
  #file: OpenedCalls;
  #waiting: NewCall[] = [];
  /** The workspaces whose calls may be shown; undefined until the file was compared with the database. */
  #known: ReadonlySet<number> | undefined;
  #lost = 0;
  #prunedMs = Number.NEGATIVE_INFINITY;
  #warnedMs = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSoon = false;
  #isClosed = false;

  constructor(path: string, ports: CallLogPorts) {
    this.#path = path;
    this.#ports = ports;
    this.#file = this.#open();
    this.#match();
    this.#tendIn(TEND_MS);
  }

  note(call: NewCall): void {
    if (this.#waiting.length >= WAITING_AT_MOST) this.#lost += 1;
    else this.#waiting.push(call);
    if (!this.#isSoon) this.#tendIn(TEND_MS);
  }

  find(query: CallQuery): CallPage {
    this.#write(WAITING_AT_MOST);
    const { workspaceSeq, requestId, limit } = query;
    const failed: CallPage = { calls: [], next: null };
    if (this.#known === undefined) this.#match();
    if (this.#known === undefined) return failed;
    if (requestId !== undefined) {
      const read = (): CallPage => {
        const row = this.#file.statements.one.get({ workspaceSeq, requestId: uuidToBytes(requestId) });
        return { calls: row === null ? [] : [named(row)], next: null };
      };
      return this.#guard(read, failed);
    }
    const before = uuidToBytes(query.before ?? LAST_ID);
    const range = { workspaceSeq, before, after: uuidToBytes(firstIdAt(this.#oldestMs())) };
    const only = { keyId: query.keyId ?? null, statusClass: query.statusClass ?? null };
    return this.#guard(() => {
      // Only a search needs a bound. Without a filter every row matches, so `limit` bounds the read.
      const isSearch = only.keyId !== null || only.statusClass !== null;
      const nth = isSearch ? this.#file.statements.nthBefore.get({ ...range, nth: READ_AT_MOST }) : null;
      const end = nth?.requestId ?? null;
      const to = end ?? range.after;
      const calls = this.#file.statements.page.all({ ...range, after: to, ...only, limit: limit + 1 }).map(named);
      if (calls.length > limit) return { calls: calls.slice(0, limit), next: calls[limit - 1]?.requestId ?? null };
      return { calls, next: end && bytesToUuid(end) };
    }, failed);
  }

  countByKey(workspaceSeq: number, sinceDay: number): ReadonlyMap<string, number> {
    this.#write(WAITING_AT_MOST);
    const rows = this.#guard(() => this.#file.statements.countByKey.all({ workspaceSeq, sinceDay }), []);
    return new Map(rows.map(({ keyId, calls }) => [keyId, calls]));
  }

  lost(): number {
    return this.#lost;
  }

  tend(): boolean {
    this.#write(AT_ONCE);
    const steadyMs = this.#ports.clock.monotonic();
    if (steadyMs - this.#prunedMs >= PRUNE_EVERY_MS) {
      // The result true makes the next run start soon, because more old calls may have to be removed.
      if (this.#guard(() => this.#prune(), false)) return true;
      this.#prunedMs = steadyMs;
    }
    return this.#waiting.length > 0;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#write(WAITING_AT_MOST);
    // SQLite does not checkpoint on close while prepared statements exist, so the checkpoint is requested here.
    this.#guard(() => this.#file.client.run('PRAGMA wal_checkpoint(TRUNCATE)'), undefined);
    this.#file.client.close();
  }

  /** Plans the next run. An idle server wakes up only once a minute, to remove old calls. */
  #tendIn(ms: number): void {
    clearTimeout(this.#timer);
    // A call may end after the grace period of a stop. The log is then closed and must start no timer.
    if (this.#isClosed) return;
    this.#isSoon = ms === TEND_MS;
    this.#timer = setTimeout(() => this.#tendIn(this.tend() ? TEND_MS : PRUNE_EVERY_MS), ms);
    this.#timer.unref();
  }

  #open(): OpenedCalls {
    const opened = openCallFile(this.#path);
    if (opened.trouble !== undefined) this.#warn('the log of calls could not be used', opened.trouble);
    return opened;
  }

  /** Compares the file with the database. After a failure, the next write or search compares them again. */
  #match(): void {
    const matched = this.#guard(() => {
      const workspaces = this.#ports.workspaces();
      matchWorkspaces(this.#file.client, workspaces);
      return new Set(workspaces.map(({ seq }) => seq));
    }, undefined);
    this.#known = matched;
  }

  #write(atMost: number): void {
    if (this.#waiting.length === 0) return;
    const calls = this.#waiting.splice(0, atMost);
    try {
      if (calls.some(({ workspaceSeq }) => workspaceSeq !== null && !this.#known?.has(workspaceSeq))) this.#match();
      this.#file.statements.insert(calls);
    } catch (error) {
      // Another program is using the file, so the next run tries again.
      if (isBusy(error)) this.#waiting = [...calls, ...this.#waiting];
      else {
        this.#lost += calls.length;
        this.#failed(error);
      }
    }
  }

  #oldestMs(): number {
    const { clock, keptSince } = this.#ports;
    return keptSince?.() ?? clock.now() - KEPT_MS;
  }

  /** Removes a few of the calls that are too old or too many. @returns true if there may be more to remove */
  #prune(): boolean {
    const { statements, inMemory } = this.#file;
    const oldestMs = this.#oldestMs();
    const take = (workspaceSeq: number, before: Uint8Array, atMost: number): number =>
      statements.forget.run({ workspaceSeq, before, atMost }).changes;
    let taken = 0;
    for (const { workspaceSeq } of statements.workspaces.all()) {
      taken += take(workspaceSeq, uuidToBytes(firstIdAt(oldestMs)), AT_ONCE);
    }
    const all = { before: uuidToBytes(LAST_ID), after: uuidToBytes(firstIdAt(0)) };
    const stray = statements.nthBefore.get({ ...all, workspaceSeq: NO_WORKSPACE, nth: STRAYS_KEPT });
    if (stray !== null) taken += take(NO_WORKSPACE, stray.requestId, AT_ONCE);
    const most = this.#ports.mostBytes ?? MOST_BYTES;
    const full = statements.usedBytes() > (inMemory ? MOST_BYTES_IN_MEMORY : most);
    const busiest = full ? statements.busiest.get() : null;
    if (busiest !== null) taken += take(busiest.workspaceSeq, all.before, 2 * AT_ONCE);
    // This must come last. Workspaces with old calls are found by their rows in `call_days`. A workspace without such
    // rows would keep its old calls.
    if (taken === 0) statements.forgetDays.run({ day: Math.floor(oldestMs / DAY_MS) });
    return taken > 0;
  }

  #guard<T>(work: () => T, otherwise: T): T {
    try {
      return work();
    } catch (error) {
      this.#failed(error);
      return otherwise;
    }
  }

  #failed(error: unknown): void {
    this.#warn('the log of calls cannot be used', String(error));
    if (isDamage(error)) this.#beginAnew();
  }

  #beginAnew(): void {
    try {
      this.#file.client.close();
    } catch {
      // The file is moved aside even if it cannot be closed.
    }
    this.#file = this.#open();
    this.#known = undefined;
  }

  #warn(message: string, reason: string): void {
    const steadyMs = this.#ports.clock.monotonic();
    if (steadyMs - this.#warnedMs < WARN_EVERY_MS) return;
    this.#warnedMs = steadyMs;
    this.#ports.log.warn(`${message}; orders go on`, { reason });
  }
}

const named = (row: StoredCall): CallRow => ({ ...row, requestId: bytesToUuid(row.requestId) });
