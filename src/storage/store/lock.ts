import type { Database } from 'bun:sqlite';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeOwnFile, type OddProxy, replaceFile, UsageError } from '../../base/index.ts';
import { Client } from './client.ts';
import { isBusy } from './store-failure.ts';

export interface Holder {
  readonly pid: number;
  readonly startedAt: string;
  /** The name of the command, such as `init`; absent for a server. */
  readonly command?: string;
  /**
   * True for a command that is creating the database. Other commands cannot open the database until this command ends,
   * a moment later.
   */
  readonly making?: boolean;
  /** The server's setting of the same name. It also applies to commands that run while the server runs. */
  readonly allowPrivateWebhooks?: boolean;
  /** The facts about the server, present when it accepts connections. */
  readonly serving?: Serving;
  readonly proxies?: readonly OddProxy[];
}

export interface Serving {
  /** The address on this machine, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly publicUrl: string;
  readonly version: string;
  /** The server's flags for backups. Commands that run at the same time use them. */
  readonly backups?: { readonly to?: string | undefined; readonly schedule?: string | undefined };
}

export interface Lock {
  release(): void;
}

const SERVE_LOCK = 'serve.lock';
const UPDATE_LOCK = 'update.lock';

export class FolderBusy extends UsageError {
  /**
   * True if waiting helps: the other process soon ends, or is a starting server that a command can soon use. False for
   * any other server.
   */
  readonly passes: boolean;

  constructor(message: string, passes: boolean) {
    super(message, 1);
    this.passes = passes;
  }
}

/**
 * The longest wait for a lock. Another process may hold the lock for a moment, only to check it. Without this wait, a
 * server could not start at that moment.
 */
const LOOK_MS = 500;

/**
 * Takes SQLite's lock on an empty file. Returns undefined if another process has the lock. The kernel releases the lock
 * when its process ends, even in a crash.
 */
function takeLock(path: string): Lock | undefined {
  makeOwnFile(path);
  const client = new Client(path, { readwrite: true });
  try {
    client.run(`PRAGMA busy_timeout = ${LOOK_MS}`);
    client.run('BEGIN EXCLUSIVE');
  } catch (error) {
    client.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return {
    release() {
      client.run('ROLLBACK');
      client.close();
    },
  };
}

/**
 * Takes the lock of a server. Writes facts about the server, such as its process id, to a file that commands read.
 * @throws FolderBusy if another process holds the lock; the message names that process
 */
export function acquireServeLock(dataDir: string, holder: Holder): Lock {
  const lock = takeLock(join(dataDir, SERVE_LOCK));
  if (lock === undefined) throw folderBusy(dataDir, readHolder(dataDir), holder);
  const note = notePath(dataDir);
  try {
    replaceFile(note, `${JSON.stringify(holder)}\n`);
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    release() {
      try {
        rmSync(note, { force: true });
      } catch {
        // If the directory has become read-only, the note stays. The lock does not depend on the note.
      }
      lock.release();
    },
  };
}

/**
 * Creates the error for a data directory that another process uses.
 * @param asking the process that needs the data directory; undefined for a command without a lock
 */
export function folderBusy(dataDir: string, holder: Holder | undefined, asking?: Holder): FolderBusy {
  const who =
    holder === undefined
      ? 'another docket serve runs on it'
      : `docket ${holder.command ?? 'serve'}, process ${holder.pid}, runs on it since ${holder.startedAt}`;
  // `holder` is undefined while the other process has not yet written its note. Such a process has just started, so
  // waiting helps.
  const passes = holder === undefined || !isServer(holder) || (!isServer(asking) && holder.serving === undefined);
  return new FolderBusy(`${dataDir} is in use: ${who}`, passes);
}

const isServer = (holder: Holder | undefined): boolean => holder !== undefined && holder.command === undefined;

/** @throws UsageError (exit 1) while another update is running */
export function acquireUpdateLock(dataDir: string): Lock {
  const lock = takeLock(join(dataDir, UPDATE_LOCK));
  if (lock === undefined) throw new UsageError(`another docket update is under way on ${dataDir}`, 1);
  return lock;
}

export function findServing(dataDir: string): Holder | undefined {
  const holder = findHolder(dataDir);
  return isServer(holder) ? holder : undefined;
}

export const findHolder = (dataDir: string): Holder | undefined => (isHeld(dataDir) ? readHolder(dataDir) : undefined);

function isHeld(dataDir: string): boolean {
  const path = join(dataDir, SERVE_LOCK);
  if (!existsSync(path)) return false;
  let client: Database | undefined;
  try {
    client = new Client(path, { readwrite: true });
    client.run('PRAGMA busy_timeout = 0');
    client.run('BEGIN EXCLUSIVE');
    client.run('ROLLBACK');
    return false;
  } catch {
    return true;
  } finally {
    client?.close();
  }
}

/**
 * The path of a note that describes the holder of the lock. The note is for people, and for commands that run at the
 * same time as a server. The lock works without the note.
 */
const notePath = (dataDir: string): string => join(dataDir, 'serve.json');

/** Adds the server's URLs and version to `serve.json`, for commands. If that fails, commands use their defaults. */
export const noteServing = (dataDir: string, serving: Serving): void => addToNote(dataDir, { serving });

export const noteProxies = (dataDir: string, proxies: readonly OddProxy[]): void => addToNote(dataDir, { proxies });

function addToNote(dataDir: string, part: Pick<Holder, 'serving' | 'proxies'>): void {
  const holder = readHolder(dataDir);
  if (holder === undefined) return;
  try {
    replaceFile(notePath(dataDir), `${JSON.stringify({ ...holder, ...part })}\n`);
  } catch {
    // A failed write, for example on a full disk, must not stop the server. The file then keeps its old content.
  }
}

/**
 * Reads the last facts that the server of this directory reported, without checking the lock. Returns undefined after
 * the server has ended normally.
 */
export function readServing(dataDir: string): Serving | undefined {
  const serving: unknown = readHolder(dataDir)?.serving;
  return isServing(serving) ? serving : undefined;
}

function isServing(value: unknown): value is Serving {
  if (typeof value !== 'object' || value === null) return false;
  if (!('url' in value && 'publicUrl' in value && 'version' in value)) return false;
  return [value.url, value.publicUrl, value.version].every((one) => typeof one === 'string');
}

function readHolder(dataDir: string): Holder | undefined {
  try {
    const holder: unknown = JSON.parse(readFileSync(notePath(dataDir), 'utf8'));
    return isHolder(holder) ? holder : undefined;
  } catch {
    return undefined;
  }
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null && 'pid' in value && 'startedAt' in value;
}
