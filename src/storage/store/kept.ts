import type { Database } from 'bun:sqlite';
import type { Clock } from '../../base/index.ts';
import type { Tables } from './session.ts';

export interface VersionedValue<T> {
  readonly value: T;
  /**
   * The version of the data that was read. If undefined, the version is uncertain, and the next call reads the value
   * again.
   */
  readonly state: number | undefined;
}

/**
 * Caches settings that were read (API keys, workspaces, statuses) until they may have changed. They may change when
 * another process commits, or when a commit here writes one of KEPT_TABLES.
 */
export interface ReadCache {
  /**
   * Returns the value that `read` returned for this cache key. Undefined is not cached.
   * @param tables all tables that `read` uses
   */
  keep<T>(key: string, tables: readonly KeptTable[], read: () => T): T;
  /** Returns `last` if nothing was committed after it was read, here or in another process. Otherwise calls `read`. */
  again<T>(last: VersionedValue<T> | undefined, read: () => T): VersionedValue<T>;
  /** Reports that a statement of this process writes a table. If the table is undefined, any may change. */
  written(table: Tables): void;
  committed(): void;
}

const KEPT_TABLES = ['api_keys', 'installation', 'statuses', 'workspaces'] as const;
type KeptTable = (typeof KEPT_TABLES)[number];
const isKeptTable = (name: string): boolean => KEPT_TABLES.some((table) => table === name);

/**
 * The shortest time between two checks for commits of other processes. With a longer time, a request sent right after a
 * shell command could miss the command's change.
 */
const LOOK_EVERY_MS = 1;
/**
 * The maximum number of cached values. Each value takes a few hundred bytes. When the cache is full, all values are
 * dropped.
 */
const KEPT_AT_MOST = 1_000;

/**
 * Creates a cache for one process. The data version of `writer` shows only commits of other connections. So `committed`
 * reports those of `writer` itself. A value from a snapshot that began before the latest commit is not cached.
 */
export function createKept(
  writer: Database,
  { monotonic, snapshots }: { readonly monotonic: Clock['monotonic']; readonly snapshots: () => number },
): ReadCache {
  const version = writer.prepare<{ data_version: number }, []>('PRAGMA data_version');
  const values = new Map<string, unknown>();
  let [seen, lookedMs] = [-1, Number.NEGATIVE_INFINITY];
  /** True if one of KEPT_TABLES, or an unknown table, was written but not committed yet. */
  let isChanging = false;
  /** Snapshots up to number `olderUpTo` may show an older version of the data than `state`. */
  let [state, olderUpTo, begunBefore] = [0, 0, 0];
  const isPresent = (): boolean => snapshots() > olderUpTo;

  function enterState(): void {
    state += 1;
    olderUpTo = snapshots();
  }

  function look(): void {
    const nowMs = monotonic();
    if (nowMs - lookedMs <= LOOK_EVERY_MS) return;
    [lookedMs, begunBefore] = [nowMs, snapshots()];
    const now = version.get()?.data_version ?? -1;
    if (now === seen) return;
    values.clear();
    enterState();
    seen = now;
  }

  return {
    keep<T>(key: string, _tables: readonly KeptTable[], read: () => T): T {
      look();
      const known = values.get(key);
      // Each cache key belongs to exactly one `read` function, so the cached value has that function's type.
      if (known !== undefined) return known as T;
      const value = read();
      if (value === undefined || isChanging || !isPresent()) return value;
      if (values.size >= KEPT_AT_MOST) values.clear();
      values.set(key, value);
      return value;
    },
    again(last, read) {
      // Checks at once if a new snapshot has begun, because it may already show a new commit of another process.
      if (snapshots() !== begunBefore) lookedMs = Number.NEGATIVE_INFINITY;
      look();
      if (last?.state === state) return last;
      const value = read();
      return { value, state: isPresent() ? state : undefined };
    },
    written(table) {
      if (table === undefined || isKeptTable(table)) isChanging = true;
    },
    committed() {
      if (isChanging) values.clear();
      isChanging = false;
      enterState();
    },
  };
}
