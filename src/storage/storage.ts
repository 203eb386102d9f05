import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { type AppError, makeOwnFile, makePrivate, type NewId, ownFolder, UsageError } from '../base/index.ts';
import type { CommitWatch, News } from './batch.ts';
import { type Damage, refuseOnDamage, watchDamage } from './damage.ts';
import { refuseHalfRestored } from './half-restored.ts';
import { acquireServeLock, type Holder, type Lock } from './lock.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { type Connection, type Db, openConnection } from './open.ts';
import { explainOpening } from './open-failure.ts';
import { writeProbe } from './schema.ts';
import { createSnapshot } from './snapshot.ts';
import { isStoreFailure, storeFailure } from './store-failure.ts';
import { createWriter, type Writer } from './write.ts';

export interface Storage extends Writer {
  /** For reading alone: sees what has been committed. Ask for it anew after each await. */
  readonly read: Db;
  /** Said when a request begins: it sees what was committed before, by other processes too. */
  freshen(): void;
  /** What `read` returned, read once for all that ask under the same key in one turn of the event loop. */
  remember<T>(key: string, read: () => T): T;
  /** Hears of news after the commits that left them (see `Tx.notify`). @returns what ends it */
  listen(listener: (news: News) => void): () => void;
  /** Path of the database file. */
  readonly path: string;
  /** The copy that was kept before this opening migrated the schema, if it did. */
  readonly copyBeforeMigration: string | undefined;
  /** Once it is known to be damaged, nothing more is written; reading goes on as far as it can. */
  readonly damage: Pick<Damage, 'found' | 'note' | 'listen'>;
  /** What a caller hears of an error while reading for which the file is to blame; undefined of any other. */
  failureOf(error: unknown): AppError | undefined;
  /** Writes a row for nothing but to see that it can. @throws unavailable */
  probe(): Promise<void>;
  /** Waits for what is queued, checkpoints, closes; the file then stands without -wal and -shm. */
  close(): Promise<void>;
}

export interface StorageOptions {
  readonly dataDir: string;
  readonly now: () => number;
  readonly newId: NewId;
  readonly watch?: CommitWatch | undefined;
}

export const databasePath = (dataDir: string): string => join(dataDir, 'docket.db');

/** Makes the directory (mode 0700: customers' names and phones lie in it). */
export function makeDataDir(dataDir: string): void {
  ownFolder(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
}

/** For `serve`: takes the lock, migrates, opens. Its `close` gives the lock back. */
export function openForServe(options: StorageOptions, holder: Holder): Storage {
  return explainOpening(options.dataDir, () => {
    makeDataDir(options.dataDir);
    refuseNewerSchema(options.dataDir);
    return openLocked(options, holder, false);
  });
}

function openLocked(options: StorageOptions, holder: Holder, command: boolean): Storage {
  const lock = acquireServeLock(options.dataDir, holder);
  try {
    return open(options, { command, lock });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * For a command beside a running server, which then finds the schema in place. When no server runs, an older
 * schema is brought up to date first, under the same lock, so that two processes never migrate at once.
 *
 * @param absent what to do where there is no database yet
 * @throws UsageError (exit 1)
 */
export function openForCommand(options: StorageOptions, holder: Holder, absent: 'create' | 'refuse'): Storage {
  if (!existsSync(databasePath(options.dataDir))) {
    if (absent === 'create') return openForServe(options, holder);
    // A mistyped directory must not turn into an empty shop.
    throw new UsageError(
      `there is no Docket database in ${options.dataDir}: run docket init, or say where with --data`,
      1,
    );
  }
  return explainOpening(options.dataDir, () => {
    if (!refuseNewerSchema(options.dataDir)) return open(options, { command: true, lock: undefined });
    return openLocked(options, holder, true);
  });
}

/** @returns whether steps are pending; a schema newer than ours throws before a byte was written */
function refuseNewerSchema(dataDir: string): boolean {
  const path = databasePath(dataDir);
  refuseHalfRestored(path);
  if (!existsSync(path)) return true;
  const { client } = openConnection(path, { readonly: true, command: true });
  try {
    return pendingMigrations(client, MIGRATIONS).length > 0;
  } finally {
    client.close();
  }
}

interface OpenState {
  readonly command: boolean;
  readonly lock: Lock | undefined;
}

function open(options: StorageOptions, state: OpenState): Storage {
  const path = databasePath(options.dataDir);
  makeOwnFile(path);
  const writing = openConnection(path, { readonly: false, command: state.command });
  makePrivate(path);
  const copyBeforeMigration = state.lock === undefined ? undefined : migrate(writing.client, MIGRATIONS, options.now());
  if (state.lock === undefined && pendingMigrations(writing.client, MIGRATIONS).length > 0) {
    throw new UsageError(`the database in ${options.dataDir} is being upgraded; try again in a moment`, 1);
  }
  const reading = openConnection(path, { readonly: true, command: state.command });
  const snapshot = createSnapshot(reading);
  const listeners = new Set<(news: News) => void>();
  const tell = (news: News): void => {
    for (const listener of listeners) listener(news);
  };
  const damage = watchDamage();
  const queue = createWriter(writing, { ...options, committed: snapshot.end, news: tell, failed: damage.judge });
  const writer = refuseOnDamage(queue, damage);
  return {
    ...writer,
    get read() {
      return snapshot.use();
    },
    freshen: snapshot.freshen,
    remember: snapshot.remember,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    path,
    copyBeforeMigration,
    damage,
    failureOf(error) {
      damage.judge(error);
      return isStoreFailure(error) ? storeFailure(error) : undefined;
    },
    probe: () =>
      writer.write((tx) => {
        tx.db
          .insert(writeProbe)
          .values({ one: 1, at: tx.now })
          .onConflictDoUpdate({ target: writeProbe.one, set: { at: tx.now } })
          .run();
      }),
    async close() {
      await writer.idle().catch(() => undefined);
      snapshot.end();
      closeConnections(reading, writing, state.lock !== undefined);
      state.lock?.release();
    },
  };
}

/**
 * @param alone false for a command that a server may run beside: it leaves the log alone, for emptying it takes the right to write
 * and keeps it until every reader of a busy server is gone, who is refused meanwhile
 */
function closeConnections(reading: Connection, writing: Connection, alone: boolean): void {
  reading.client.close();
  try {
    if (!alone) return;
    writing.db.run(sql`PRAGMA optimize`);
    writing.db.run(sql`PRAGMA wal_checkpoint(TRUNCATE)`);
  } catch {
    // A full disk must not keep the process from ending; the WAL is replayed at the next start.
  } finally {
    writing.client.close();
  }
}
