import { Database } from 'bun:sqlite';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../base/index.ts';

export interface Holder {
  readonly pid: number;
  readonly startedAt: string;
}

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
    throw new UsageError(`${dataDir} is in use: ${describeHolder(dataDir)}`, 1, { cause: error });
  }
  const note = join(dataDir, 'serve.json');
  writeFileSync(`${note}.new`, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  renameSync(`${note}.new`, note);
  return {
    release() {
      rmSync(note, { force: true });
      client.run('ROLLBACK');
      client.close();
    },
  };
}

function describeHolder(dataDir: string): string {
  try {
    const holder: unknown = JSON.parse(readFileSync(join(dataDir, 'serve.json'), 'utf8'));
    if (isHolder(holder)) return `docket serve, process ${holder.pid}, runs on it since ${holder.startedAt}`;
  } catch {
    // The note is for people only; the lock stands without it.
  }
  return 'another docket serve runs on it';
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null && 'pid' in value && 'startedAt' in value;
}
