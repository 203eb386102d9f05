import { constants, copyFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { errorText, ownPath, stampOf, UsageError } from '../../base/index.ts';
import { countIfThere, MIGRATIONS, pendingMigrations } from '../schema/index.ts';
import { openAll, openSecrets, rowsOf, sealAll, sealKeyPath } from '../seal/index.ts';
import { acquireServeLock, Client, databasePath, type Holder, isDamage, lookInto } from '../store/index.ts';
import { strangeLabel, strangePart } from './check-schema.ts';
import { copyLive } from './copy-live.ts';
import { schemaVersionOf } from './database-file.ts';
import { damageOf } from './find-damage.ts';
import { type HeldDatabase, holdDatabase, replaceDatabase } from './replace-database.ts';
import { accessOf, settleAccess } from './settle-access.ts';
import { refuseStrange } from './verify-backup.ts';

/**
 * A copy of the database, made before a migration or an update. Its path is `docket.db.WHY.WHEN.backup`, next to the
 * database.
 */
export interface Copy {
  readonly path: string;
  readonly schemaVersion: number;
  /** The modification time of the file, in milliseconds since the epoch. */
  readonly takenMs: number;
}

export function copyDatabase(dataDir: string, target: string): void {
  lookInto(databasePath(dataDir), (client) => copyLive(client, target));
}

/**
 * Makes a copy next to the database and reads it once to check it.
 * @param why a word for the name of the copy
 * @throws Error if the copy is damaged; the copy is then removed
 */
export function keepCopyNow(dataDir: string, why: string, nowMs: number): string {
  const target = `${databasePath(dataDir)}.${why}.${stampOf(nowMs)}.backup`;
  copyDatabase(dataDir, target);
  const [damage] = lookInto(target, (client) => damageOf(client, 'PRAGMA integrity_check'));
  if (damage === undefined) return target;
  rmSync(target);
  throw new Error(`the copy of the database is not sound (${damage}): run docket check`);
}

/** Lists copies, newest first. A file that cannot be read is left out. */
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

/** The row counts of tables that every schema version has and whose rows are never deleted. */
export interface WriteCounts {
  readonly orders: number;
  readonly changes: number;
  readonly payments: number;
  readonly inquiries: number;
}

function countWritten(path: string): WriteCounts {
  return lookInto(path, (client) => ({
    orders: countIfThere(client, 'orders'),
    changes: countIfThere(client, 'order_history'),
    payments: countIfThere(client, 'payments'),
    inquiries: countIfThere(client, 'inquiries'),
  }));
}

export function writtenSince(dataDir: string, copy: string): WriteCounts {
  const [now, then] = [countWritten(databasePath(dataDir)), countWritten(copy)];
  return {
    orders: now.orders - then.orders,
    changes: now.changes - then.changes,
    payments: now.payments - then.payments,
    inquiries: now.inquiries - then.inquiries,
  };
}

/** Refuses a damaged copy, and one that Docket did not make. @throws UsageError that shows `name` */
function assertSound(path: string, name: string): void {
  let damage: string | undefined;
  try {
    damage = lookInto(path, (client) => {
      // This check must come first. Merely reading a table that Docket did not make could take hours or all memory.
      refuseStrange(name, strangeLabel(client));
      pendingMigrations(client, MIGRATIONS);
      refuseStrange(name, strangePart(client, schemaVersionOf(client)));
      return damageOf(client, 'PRAGMA integrity_check')[0];
    });
  } catch (error) {
    if (!isDamage(error)) throw error;
    damage = errorText(error);
  }
  if (damage !== undefined) throw new UsageError(`${name} is damaged (${damage}); nothing was changed`, 1);
}

/** The first schema version with sealed secrets. Older executables cannot decrypt them. */
const SEALED_SINCE = 53;

/**
 * Limits the access in a copy. Access that was revoked after the copy was made stays revoked.
 * @returns true if nobody can sign in for now, because it is unknown which access was revoked
 */
function settle(draft: string, held: HeldDatabase, nowMs: number): boolean {
  const client = new Client(draft, { readwrite: true });
  try {
    client.run('PRAGMA journal_mode = DELETE');
    const settled = settleAccess(client, accessOf(held), nowMs);
    const change = schemaVersionOf(client) < SEALED_SINCE ? openAll : sealAll;
    change(rowsOf(client), openSecrets(sealKeyPath(draft)));
    if (settled === 'known') return false;
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
 * Replaces the database with a copy while no server runs. A crash leaves the old or the new database in place. Access
 * that was revoked after the copy was made stays revoked.
 * @returns `aside`: the path of the replaced file; null if there was none. `isHeld`: nobody can sign in before `docket
 * access open`
 * @throws UsageError if a server runs on the database, another docket has the database open, or the copy is damaged
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
