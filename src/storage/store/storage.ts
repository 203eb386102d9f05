import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type AppError, type Clock, type NewId, ownFolder, systemClock, UsageError } from '../../base/index.ts';
import { MIGRATIONS, pendingMigrations, writeProbe } from '../schema/index.ts';
import { openSecrets, type Secrets, sealKeyPath } from '../seal/index.ts';
import type { CommitWatch, News, Tx } from './batch.ts';
import { type CommitOutcomes, createCommitOutcomes } from './commit-outcomes.ts';
import { type Damage, watchDamage } from './damage.ts';
import { refuseHalfRestored } from './half-restored.ts';
import { createHorizon, type SharedHorizon } from './horizon.ts';
import { createKept, type ReadCache } from './kept.ts';
import { acquireServeLock, FolderBusy, findHolder, findServing, folderBusy, type Holder, type Lock } from './lock.ts';
import { type SyncFile, syncLogOf } from './log-file.ts';
import { checkpointHere, type Db, lookInto } from './open.ts';
import { explainOpening } from './open-failure.ts';
import { type Files, openFiles } from './open-files.ts';
import { SearchFile } from './search-file.ts';
import { SharedSnapshot } from './snapshot.ts';
import { isStoreFailure, storeFailure } from './store-failure.ts';
import { createWriter, type Writer } from './write.ts';

export interface Storage extends Writer {
  /**
   * Returns this storage without the checks of `beforeWrites`. A task uses it for its later steps, because its caller
   * may be signed out after the first one. Absent if this storage makes no such checks.
   */
  readonly unchecked?: () => Storage;
  /** A connection for reading committed data. Get it again after each await. */
  readonly read: Db;
  /**
   * Makes later reads see newer commits. Call it at the beginning of each request, and wait for the returned promise,
   * if any. The request then sees everything committed before this call, even by other processes.
   */
  freshen(): Promise<void> | undefined;
  /** Returns the result of `read`. `read` runs once for all callers with the same key in one turn of the event loop. */
  remember<T>(key: string, read: () => T): T;
  readonly keep: ReadCache['keep'];
  readonly again: ReadCache['again'];
  /**
   * Calls the listener after each commit, with the news that the commit announced (see `Tx.notify`).
   * @returns a function that removes the listener
   */
  listen(listener: (news: News) => void): () => void;
  readonly secrets: Secrets;
  /** The search index, which may lack the latest writes. */
  readonly search: SearchFile;
  readonly path: string;
  readonly copyBeforeMigration: string | undefined;
  /**
   * The known damage. If the file is damaged, or the disk failed to keep something, nothing more is written. Reading
   * continues where possible.
   */
  readonly damage: Pick<Damage, 'found' | 'note' | 'listen'>;
  readonly horizon: SharedHorizon;
  /**
   * Chooses who moves the write-ahead log into the database file.
   * @param elsewhere true for another thread; false for the commits of this connection
   */
  checkpointElsewhere(elsewhere: boolean): void;
  failureOf(error: unknown): AppError | undefined;
  /** Returns the reason why nothing can be written, according to the latest commits; undefined while writing works. */
  trouble(): AppError | undefined;
  /** Writes a row only to find out whether writing works. @throws unavailable */
  probe(): Promise<void>;
  /** Waits for queued changes, then checkpoints and closes the file. The file then has no -wal and -shm next to it. */
  close(): Promise<void>;
}

interface StorageOptions {
  readonly dataDir: string;
  readonly now: () => number;
  readonly monotonic?: Clock['monotonic'];
  readonly newId: NewId;
  readonly watch?: CommitWatch | undefined;
  readonly sync?: SyncFile | undefined;
}

export const databasePath = (dataDir: string): string => join(dataDir, 'docket.db');

/** Creates the directory with mode 0700, because it contains customers' names and phones. */
export function makeDataDir(dataDir: string): void {
  ownFolder(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
}

/**
 * Opens the database for `serve`. `close` releases the lock.
 * @throws FolderBusy while another process holds the lock
 */
export function openForServe(options: StorageOptions, holder: Holder): Storage {
  return explainOpening(options.dataDir, () => {
    makeDataDir(options.dataDir);
    refuseNewerSchema(options.dataDir);
    const making = holder.command !== undefined && !existsSync(databasePath(options.dataDir));
    return openLocked(options, making ? { ...holder, making } : holder, false);
  });
}

function openLocked(options: StorageOptions, holder: Holder, command: boolean): Storage {
  const lock = acquireServeLock(options.dataDir, holder);
  try {
    return open(options, { command, lock, served: false });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Opens the database for a command. Takes the server's lock to migrate an older schema, so that two processes never
 * migrate at once.
 * @throws UsageError (exit 1); FolderBusy while another process creates or migrates the database
 */
export function openForCommand(options: StorageOptions, holder: Holder, absent: 'create' | 'refuse'): Storage {
  const other = findHolder(options.dataDir);
  if (other?.making === true) throw folderBusy(options.dataDir, other, holder);
  if (!existsSync(databasePath(options.dataDir))) {
    if (absent === 'create') return orBeside(options, () => openForServe(options, holder));
    if (other !== undefined && other.serving === undefined) throw folderBusy(options.dataDir, other, holder);
    // A mistyped directory must not become an empty shop.
    throw new UsageError(
      `there is no Docket database in ${options.dataDir}: run docket init, or say where with --data`,
      1,
    );
  }
  return explainOpening(options.dataDir, () => {
    if (!refuseNewerSchema(options.dataDir)) return openBeside(options);
    return orBeside(options, () => openLocked(options, holder, true));
  });
}

/**
 * Opens the database under the server's lock. If another process holds the lock and the schema is up to date, shares
 * the database with that process.
 */
function orBeside(options: StorageOptions, openAlone: () => Storage): Storage {
  try {
    return openAlone();
  } catch (error) {
    if (!(error instanceof FolderBusy) || refuseNewerSchema(options.dataDir)) throw error;
    return openBeside(options);
  }
}

/** Refuses a half-restored database or a newer schema; true if migrations are pending. @throws UsageError */
function refuseNewerSchema(dataDir: string): boolean {
  const path = databasePath(dataDir);
  refuseHalfRestored(path);
  if (!existsSync(path)) return true;
  return lookInto(path, (client) => pendingMigrations(client, MIGRATIONS).length > 0);
}

const openBeside = (options: StorageOptions): Storage =>
  open(options, { command: true, lock: undefined, served: findServing(options.dataDir) !== undefined });

interface OpenState {
  readonly command: boolean;
  readonly lock: Lock | undefined;
  readonly served: boolean;
}

function open({ monotonic = systemClock.monotonic, ...options }: StorageOptions, state: OpenState): Storage {
  const path = databasePath(options.dataDir);
  const shared = state.lock === undefined;
  const files = openFiles({ ...options, ...state, path, shared, written: (table) => kept.written(table) });
  const { writing, reading, copyBeforeMigration } = files;
  // A command beside a server syncs the log first. Otherwise it could pass on changes that a power failure undoes.
  const begun = shared ? () => syncLogOf(path) : undefined;
  const snapshot = new SharedSnapshot(reading, writing, { monotonic, begun });
  const kept = createKept(writing.client, { monotonic, snapshots: () => snapshot.count() });
  const listeners = new Set<(news: News) => void>();
  const [damage, horizon, search] = [watchDamage(), createHorizon(), new SearchFile(path)];
  const outcomes = createCommitOutcomes(monotonic);
  const secrets = openSecrets(sealKeyPath(path));
  const writer = createWriter(writing, {
    ...options,
    monotonic,
    secrets,
    horizon,
    view: viewOf(snapshot, kept),
    sync: files.sync,
    refusal: damage.refusal,
    ...judges(damage, outcomes),
    news: tellAll(listeners),
  });
  damage.listen(({ kind }) => {
    if (kind === 'unsynced') standStill(snapshot, files);
  });
  return {
    ...writer,
    get read() {
      return snapshot.use();
    },
    freshen: () => snapshot.freshen(),
    remember: (key, read) => snapshot.remember(key, read),
    keep: kept.keep,
    again: kept.again,
    listen: listenAmong(listeners),
    secrets,
    search,
    path,
    copyBeforeMigration,
    damage,
    horizon: horizon.shared,
    checkpointElsewhere: (elsewhere) => checkpointHere(writing, !elsewhere),
    failureOf: (error) => failureOf(damage, error),
    trouble: () => damage.refusal() ?? outcomes.trouble(),
    probe: () => writer.write(writeRow),
    async close() {
      await writer.idle();
      snapshot.end();
      search.close();
      // Closing would checkpoint data that may not be on the disk, so the file is left as after a crash.
      if (damage.found()?.kind !== 'unsynced') files.close();
      state.lock?.release();
    },
  };
}

const listenAmong =
  (listeners: Set<(news: News) => void>): Storage['listen'] =>
  (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

const tellAll =
  (listeners: ReadonlySet<(news: News) => void>) =>
  (news: News): void => {
    for (const listener of listeners) listener(news);
  };

function failureOf(damage: Damage, error: unknown): AppError | undefined {
  damage.judge(error);
  return isStoreFailure(error) ? storeFailure(error) : undefined;
}

/** Hides a change that was not synced and may be lost, so that nothing builds on it. */
function standStill(snapshot: SharedSnapshot, files: Pick<Files, 'keepOthersOut'>): void {
  snapshot.freeze();
  files.keepOthersOut();
}

const judges = (damage: Damage, outcomes: CommitOutcomes) => ({
  held: outcomes.held,
  failed(error: unknown, rows: number) {
    damage.judge(error);
    outcomes.failed(storeFailure(error), rows);
  },
});

const viewOf = (snapshot: SharedSnapshot, kept: ReadCache) => ({
  hold: () => snapshot.hold(),
  noteOthers: () => snapshot.noteOthers(),
  end() {
    kept.committed();
    snapshot.end();
  },
});

function writeRow(tx: Tx): void {
  const at = tx.now;
  tx.db.insert(writeProbe).values({ one: 1, at }).onConflictDoUpdate({ target: writeProbe.one, set: { at } }).run();
}
