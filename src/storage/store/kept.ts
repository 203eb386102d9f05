import type { Database } from 'bun:sqlite';
import type { Clock } from '../../base/index.ts';
import type { Tables } from './session.ts';

/**
 * Settings that were read (keys, workspaces, statuses), kept until it may have changed: until another process has committed,
 * or a commit of ours that wrote one of the tables below.
 */
export interface Kept {
  /** The value that `read` returned for the key; undefined is not kept. @param tables all that `read` looks into */
  keep<T>(key: string, tables: readonly KeptTable[], read: () => T): T;
  /** A statement of ours writes these tables; undefined: any of them. */
  written(table: Tables): void;
  /** The writes are committed. */
  committed(): void;
}

const KEPT_TABLES = ['api_keys', 'installation', 'statuses', 'workspaces'] as const;
type KeptTable = (typeof KEPT_TABLES)[number];
const isKeptTable = (name: string): boolean => KEPT_TABLES.some((table) => table === name);

/** Too short for a command to commit and end, and its user to ask; long enough for some twenty requests to share a look. */
const LOOK_EVERY_MS = 1;
/** A few hundred bytes each; beyond it all begins again. */
const KEPT_AT_MOST = 1_000;

/**
 * @param writer its data version changes when another connection commits, and with nothing else
 * @param snapshots how many snapshots have begun: what is read in one from before a change must not outlive it
 */
export function createKept(
  writer: Database,
  { monotonic, snapshots }: { readonly monotonic: Clock['monotonic']; readonly snapshots: () => number },
): Kept {
  const version = writer.prepare<{ data_version: number }, []>('PRAGMA data_version');
  const values = new Map<string, unknown>();
  let [seen, lookedMs] = [-1, Number.NEGATIVE_INFINITY];
  /** Something is written that is not committed yet. */
  let isChanging = false;
  let staleUpTo = 0;
  const mayKeep = (): boolean => !isChanging && snapshots() > staleUpTo;

  function forget(): void {
    values.clear();
    staleUpTo = snapshots();
  }

  function look(): void {
    const nowMs = monotonic();
    if (nowMs - lookedMs <= LOOK_EVERY_MS) return;
    lookedMs = nowMs;
    const now = version.get()?.data_version ?? -1;
    if (now !== seen) forget();
    seen = now;
  }

  return {
    keep<T>(key: string, _tables: readonly KeptTable[], read: () => T): T {
      look();
      const known = values.get(key);
      // The key names one reader, so the value is that reader's.
      if (known !== undefined) return known as T;
      const value = read();
      if (value === undefined || !mayKeep()) return value;
      if (values.size >= KEPT_AT_MOST) values.clear();
      values.set(key, value);
      return value;
    },
    written(table) {
      if (table === undefined || isKeptTable(table)) isChanging = true;
    },
    committed() {
      if (isChanging) forget();
      isChanging = false;
    },
  };
}
