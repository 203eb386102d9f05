import { constants, copyFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ownPath, stampOf, UsageError } from '../../base/index.ts';
import { countIfThere, MIGRATIONS, pendingMigrations } from '../schema/index.ts';
import { openAll, openSecrets, rowsOf, sealAll, sealKeyPath } from '../seal/index.ts';
import { acquireServeLock, Client, databasePath, type Holder, isDamage } from '../store/index.ts';
import { strangeLabel, strangePart } from './check-schema.ts';
import { copyLive } from './copy-live.ts';
import { lookInto, schemaVersionOf } from './database-file.ts';
import { damageOf } from './find-damage.ts';
import { type HeldDatabase, holdDatabase, replaceDatabase } from './replace-database.ts';
import { accessOf, settleAccess } from './settle-access.ts';
import { refuseStrange } from './verify-backup.ts';

/** Copies of the database that lie beside it: `docket.db.WHY.WHEN.backup`, made before a migration or an update. */
export interface Copy {
  readonly path: string;
  readonly schemaVersion: number;
  /** The file's own time, milliseconds since the epoch. */
  readonly takenMs: number;
}

/** Writes the database as it is now into a new file, beside a running server; writers go on meanwhile. */
export function copyDatabase(dataDir: string, target: string): void {
  lookInto(databasePath(dataDir), (client) => copyLive(client, target));
}

/**
 * Keeps a copy beside the database and reads it once through.
 *
 * @param why a word for its name
 * @throws Error when the copy is not sound; it is then gone again
 */
export function keepCopyNow(dataDir: string, why: string, nowMs: number): string {
  const target = `${databasePath(dataDir)}.${why}.${stampOf(nowMs)}.backup`;
  copyDatabase(dataDir, target);
  const [damage] = lookInto(target, (client) => damageOf(client, 'PRAGMA integrity_check'));
  if (damage === undefined) return target;
  rmSync(target);
  throw new Error(`the copy of the database is not sound (${damage}): run docket check`);
}

/** The newest first; a file that cannot be read is none. */
export function listCopies(dataDir: string): Copy[] {
  const prefix = `${basename(databasePath(dataDir))}.`;
  const names = readdirSync(dataDir).filter((name) => name.startsWith(prefix) && name.endsWith('.backup'));
  const copies = names.flatMap((name): Copy[] => {
    const path = join(dataDir, name);
    try {
      return [{ path, schemaVersion: lookInto(path, schemaVersionOf), takenMs: statSync(path).mtimeMs }];
    } catch {
      return [];
    }
  });
  return copies.sort((a, b) => b.takenMs - a.takenMs);
}

/** Rows that every schema has and that are never deleted. */
export interface Written {
  readonly orders: number;
  /** Changes of orders, their making included. */
  readonly changes: number;
  readonly payments: number;
  readonly inquiries: number;
}

function countWritten(path: string): Written {
  return lookInto(path, (client) => ({
    orders: countIfThere(client, 'orders'),
    changes: countIfThere(client, 'order_history'),
    payments: countIfThere(client, 'payments'),
    inquiries: countIfThere(client, 'inquiries'),
  }));
}

/** The number of rows of each kind that the database holds and a copy of it does not. */
export function writtenSince(dataDir: string, copy: string): Written {
  const [now, then] = [countWritten(databasePath(dataDir)), countWritten(copy)];
  return {
    orders: now.orders - then.orders,
    changes: now.changes - then.changes,
    payments: now.payments - then.payments,
    inquiries: now.inquiries - then.inquiries,
  };
}

/** @param name how it is called in messages @throws UsageError when it is damaged, or not Docket's own */
function assertSound(path: string, name: string): void {
  let damage: string | undefined;
  try {
    damage = lookInto(path, (client) => {
      // Before it is read: a foreign table may do anything when it is.
      refuseStrange(name, strangeLabel(client));
      pendingMigrations(client, MIGRATIONS);
      refuseStrange(name, strangePart(client, schemaVersionOf(client)));
      return damageOf(client, 'PRAGMA integrity_check')[0];
    });
  } catch (error) {
    if (!isDamage(error)) throw error;
    damage = error instanceof Error ? error.message : String(error);
  }
  if (damage !== undefined) throw new UsageError(`${name} is damaged (${damage}); nothing was changed`, 1);
}

/** Executables before this schema know of no seal. */
const SEALED_SINCE = 53;

/** Keeps revoked access out. @returns true if nobody gets in for now, because it cannot be told what was revoked */
function settle(draft: string, held: HeldDatabase, nowMs: number): boolean {
  const client = new Client(draft, { readwrite: true });
  try {
    client.run('PRAGMA journal_mode = DELETE');
    const isKnown = settleAccess(client, accessOf(held), nowMs);
    const change = schemaVersionOf(client) < SEALED_SINCE ? openAll : sealAll;
    change(rowsOf(client), openSecrets(sealKeyPath(draft)));
    if (isKnown) return false;
    client.run('UPDATE installation SET access_held_at = ?', [nowMs]);
    return true;
  } finally {
    client.close();
  }
}

interface PutBack {
  readonly aside: string | null;
  readonly isHeld: boolean;
}

/**
 * Puts a copy in the database's place while no server runs. The replaced file is kept beside it; after a crash
 * anywhere, one or the other is whole. The copy's access is settled before the rename.
 *
 * @returns `aside`: the path of the replaced file; null if there was none. `isHeld`: nobody gets in before `docket
 * access open`
 * @throws UsageError if a server runs on it, another docket has it open, or the copy is not sound
 */
export function putBack(dataDir: string, copy: string, holder: Holder, nowMs: number): PutBack {
  const path = databasePath(dataDir);
  const draft = `${path}.putting-back`;
  const lock = acquireServeLock(dataDir, holder);
  let held: HeldDatabase | undefined;
  try {
    held = holdDatabase(path);
    rmSync(draft, { force: true });
    copyFileSync(ownPath(copy), draft, constants.COPYFILE_EXCL);
    assertSound(draft, copy);
    const isHeld = settle(draft, held, nowMs);
    return { aside: replaceDatabase(path, draft, `${path}.set-aside.${stampOf(nowMs)}`, held), isHeld };
  } finally {
    held?.release();
    rmSync(draft, { force: true });
    lock.release();
  }
}
