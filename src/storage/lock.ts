import { Database } from 'bun:sqlite';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../base/index.ts';
import { resultCode } from './store-failure.ts';

export interface Holder {
  readonly pid: number;
  readonly startedAt: string;
  /** A running server's setting, for the commands beside it. */
  readonly allowPrivateWebhooks?: boolean;
}

/** SQLite's word for a lock that another process holds. */
const BUSY = 5;

export interface ServeLock {
  release(): void;
}

/**
 * One `serve` a data directory. The lock is SQLite's own exclusive lock on an empty file beside the database: the
 * kernel drops it when the process dies, however it dies, so that nothing stale is ever left to clean up.
 *
 * @throws UsageError (exit 1) that says who holds it
 */
export function acquireServeLock(dataDir: string, holder: Holder): ServeLock {
  const client = new Database(join(dataDir, 'serve.lock'), { create: true, readwrite: true });
  try {
    client.run('PRAGMA busy_timeout = 0');
    client.run('BEGIN EXCLUSIVE');
  } catch (error) {
    client.close();
    if (resultCode(error) !== BUSY) throw error;
    throw new UsageError(`${dataDir} is in use: ${describeHolder(dataDir)}`, 1, { cause: error });
  }
  const note = join(dataDir, 'serve.json');
  writeFileSync(`${note}.new`, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  renameSync(`${note}.new`, note);
  return {
    release() {
      try {
        rmSync(note, { force: true });
      } catch {
        // The directory may have become read-only meanwhile; the note is for people only.
      }
      client.run('ROLLBACK');
      client.close();
    },
  };
}

/** One update a data directory, by the same means. @throws UsageError (exit 1) while another one is under way */
export function acquireUpdateLock(dataDir: string): ServeLock {
  const client = new Database(join(dataDir, 'update.lock'), { create: true, readwrite: true });
  try {
    client.run('PRAGMA busy_timeout = 0');
    client.run('BEGIN EXCLUSIVE');
  } catch (error) {
    client.close();
    throw new UsageError(`another docket update is under way on ${dataDir}`, 1, { cause: error });
  }
  return {
    release() {
      client.run('ROLLBACK');
      client.close();
    },
  };
}

/** Who serves this directory now; undefined when nobody does, or it can't be told. */
export function findServing(dataDir: string): Holder | undefined {
  if (!existsSync(join(dataDir, 'serve.lock')) || !isLocked(dataDir)) return undefined;
  return readHolder(dataDir);
}

function isLocked(dataDir: string): boolean {
  const client = new Database(join(dataDir, 'serve.lock'), { readwrite: true });
  try {
    client.run('PRAGMA busy_timeout = 0');
    client.run('BEGIN EXCLUSIVE');
    client.run('ROLLBACK');
    return false;
  } catch {
    return true;
  } finally {
    client.close();
  }
}

function readHolder(dataDir: string): Holder | undefined {
  try {
    const holder: unknown = JSON.parse(readFileSync(join(dataDir, 'serve.json'), 'utf8'));
    return isHolder(holder) ? holder : undefined;
  } catch {
    // The note is for people only; the lock stands without it.
    return undefined;
  }
}

function describeHolder(dataDir: string): string {
  const holder = readHolder(dataDir);
  return holder === undefined
    ? 'another docket serve runs on it'
    : `docket serve, process ${holder.pid}, runs on it since ${holder.startedAt}`;
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null && 'pid' in value && 'startedAt' in value;
}
