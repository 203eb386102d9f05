import type { Database } from 'bun:sqlite';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeOwnFile, type OddProxy, replaceFile, UsageError } from '../../base/index.ts';
import { Client } from './client.ts';
import { isBusy } from './store-failure.ts';

export interface Holder {
  readonly pid: number;
  readonly startedAt: string;
  /** The name of the command, such as `init`; a server leaves it out. */
  readonly command?: string;
  /** A command that makes the database: anyone who comes meanwhile has not much to do before it is done. */
  readonly making?: boolean;
  /** A running server's setting, for the commands beside it. */
  readonly allowPrivateWebhooks?: boolean;
  /** Facts of a server, once it accepts connections. */
  readonly serving?: Serving;
  /** Proxies that the settings do not fully describe. */
  readonly proxies?: readonly OddProxy[];
}

export interface Serving {
  /** The address on this machine, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The public address. */
  readonly publicUrl: string;
  readonly version: string;
  /** The server's flags about backups, for the commands beside it. */
  readonly backups?: { readonly to?: string | undefined; readonly schedule?: string | undefined };
}

export interface Lock {
  release(): void;
}

const SERVE_LOCK = 'serve.lock';
const UPDATE_LOCK = 'update.lock';

/** Another process is at work in the folder. */
export class FolderBusy extends UsageError {
  /** True if it will end soon, so that waiting helps; a server stays. */
  readonly passes: boolean;

  constructor(message: string, passes: boolean) {
    super(message, 1);
    this.passes = passes;
  }
}

/** Anyone who looks whether it is held takes it for a moment; that must not keep a server from starting. */
const LOOK_MS = 500;

/**
 * Takes SQLite's own exclusive lock on an empty file. The kernel drops it when the process dies, however it dies. So
 * nothing stale is ever left to clean up.
 *
 * @returns undefined while another process holds it
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

/** One `serve` a data directory. @throws FolderBusy that says who holds it */
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
        // The directory may have become read-only meanwhile; the note is for people only.
      }
      lock.release();
    },
  };
}

/**
 * The message for a command that needs the folder, or finds nothing in it yet. @param asking undefined: a command that
 * holds nothing
 */
export function folderBusy(dataDir: string, holder: Holder | undefined, asking?: Holder): FolderBusy {
  const who =
    holder === undefined
      ? 'another docket serve runs on it'
      : `docket ${holder.command ?? 'serve'}, process ${holder.pid}, runs on it since ${holder.startedAt}`;
  // A holder that has not said yet who it is has only begun.
  const passes = holder === undefined || !isServer(holder) || (!isServer(asking) && holder.serving === undefined);
  return new FolderBusy(`${dataDir} is in use: ${who}`, passes);
}

const isServer = (holder: Holder | undefined): boolean => holder !== undefined && holder.command === undefined;

/** One update a data directory. @throws UsageError (exit 1) while another one is under way */
export function acquireUpdateLock(dataDir: string): Lock {
  const lock = takeLock(join(dataDir, UPDATE_LOCK));
  if (lock === undefined) throw new UsageError(`another docket update is under way on ${dataDir}`, 1);
  return lock;
}

/** The server of this directory now; undefined if there is none, or it cannot be told. */
export function findServing(dataDir: string): Holder | undefined {
  const holder = findHolder(dataDir);
  return isServer(holder) ? holder : undefined;
}

/** The holder of this directory now, a server or a command; undefined if there is none, or it cannot be told. */
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

/** A note for people, and for the commands beside a server; the lock works without it. */
const notePath = (dataDir: string): string => join(dataDir, 'serve.json');

/** Adds to the note where the server is reached. Where that cannot be written, commands take their defaults. */
export const noteServing = (dataDir: string, serving: Serving): void => addToNote(dataDir, { serving });

export const noteProxies = (dataDir: string, proxies: readonly OddProxy[]): void => addToNote(dataDir, { proxies });

function addToNote(dataDir: string, part: Pick<Holder, 'serving' | 'proxies'>): void {
  const holder = readHolder(dataDir);
  if (holder === undefined) return;
  try {
    replaceFile(notePath(dataDir), `${JSON.stringify({ ...holder, ...part })}\n`);
  } catch {
    // A full disk keeps no server from serving.
  }
}

/** The last facts that the server of this directory told of itself; undefined once it has ended in order. Looks at no lock. */
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
