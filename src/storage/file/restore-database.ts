import { existsSync } from 'node:fs';
import { stampOf, UsageError } from '../../base/index.ts';
import { type AuditAction, MANIFEST_TABLES, MIGRATIONS, migrateCopy, type TableCounts } from '../schema/index.ts';
import { openSecrets, rowsOf, sealAll, sealKeyPath } from '../seal/index.ts';
import { acquireServeLock, Client, databasePath, type Holder, makeDataDir } from '../store/index.ts';
import { refuseOtherSeal } from './backup-seal.ts';
import { carryForgettings, forgettingsOf, type HeldForgetting } from './carry-forgettings.ts';
import { carryBackupSettings, type OwnBackupSettings, readBackupSettings } from './carry-settings.ts';
import { readCounts } from './database-file.ts';
import { type HeldDatabase, holdDatabase, replaceDatabase } from './replace-database.ts';
import { type Access, accessOf, settleAccess } from './settle-access.ts';
import { type VerifiedBackup, verifyBackup } from './verify-backup.ts';

export interface RestoreFacts {
  readonly holder: Holder;
  readonly nowMs: number;
  readonly force: boolean;
  /**
   * True to accept a backup that no key of this installation has sealed. Anyone who can write to the backup's location
   * may have made such a backup.
   */
  readonly anySeal: boolean;
  readonly name: string;
  readonly actor: { readonly type: string; readonly id: string | null };
  /**
   * True to block all sign-ins after the restore, until somebody has reviewed who has access. The block applies only if
   * it is unknown which access was revoked after the backup.
   */
  readonly hold: boolean;
  /**
   * A hash of the secret token of the person who requested the restore. With the token, this person can review who has
   * access to the restored database. If null, the review needs a link from the command line.
   */
  readonly receipt: string | null;
}

export interface RestoreResult {
  /** The counts of the replaced database; null if there was none or it cannot be read. */
  readonly before: TableCounts | null;
  readonly after: TableCounts;
  readonly kept: string | null;
  readonly backup: VerifiedBackup;
  /**
   * The state of access after the restore:
   * - `checked`: access that was revoked after the backup stays revoked
   * - `held`: nobody can sign in until somebody has reviewed who has access
   * - `as then`: access that was revoked after the backup may work again
   */
  readonly access: 'checked' | 'held' | 'as then';
}

/** @throws UsageError if there is a database and `force` is false */
export function refuseToOverwrite(dataDir: string, force: boolean): void {
  const path = databasePath(dataDir);
  const there = existsSync(path) || existsSync(`${path}-wal`);
  if (!there || force) return;
  throw new UsageError(
    `there is a database in ${dataDir} (nothing was touched); with --force it is put aside, not deleted, and the backup takes its place`,
    1,
  );
}

/**
 * Replaces the database with a backup in one rename, so a crash leaves the old one or the new one. Keeps the old file.
 * No server may use the data directory. Verifies and consumes `staged`, a copy in the data directory.
 * @throws UsageError (exit 1) with a message for people
 */
export function restoreDatabase(dataDir: string, staged: string, facts: RestoreFacts): RestoreResult {
  makeDataDir(dataDir);
  refuseToOverwrite(dataDir, facts.force);
  const backup = verifyBackup(staged, facts.name);
  if (!facts.anySeal) refuseOtherSeal(databasePath(dataDir), backup.seal, facts.name);
  const lock = acquireServeLock(dataDir, facts.holder);
  let held: HeldDatabase | undefined;
  try {
    const path = databasePath(dataDir);
    const before = readCounts(path);
    const own = readBackupSettings(path);
    held = holdDatabase(path);
    const access = dress(staged, facts, { backup, own, was: accessOf(held), forgotten: forgettingsOf(held) });
    const kept = replaceDatabase(path, staged, `${path}.before-restore.${stampOf(facts.nowMs)}`, held);
    const after = readCounts(path);
    assertArrived(backup.counts, after, kept);
    return { before, after: after ?? {}, kept, backup, access };
  } finally {
    held?.release();
    lock.release();
  }
}

/**
 * The time for which the person who requested the restore may review who has access. The setup link of a new server is
 * valid for the same time.
 */
const LIST_OPEN_MS = 30 * 60_000;
const OPENS_LIST = `INSERT INTO one_time_links (token_hash, purpose, proves, created_at, expires_at)
  VALUES (?, 'setup', 1, ?, ?)`;

/** Compares counts, so that a restore that "succeeded" but left an empty shop cannot go unnoticed. */
function assertArrived(expected: TableCounts, found: TableCounts | null, kept: string | null): void {
  for (const table of ['workspaces', 'orders', 'payments', 'inquiries']) {
    if (found !== null && found[table] === expected[table]) continue;
    throw new Error(
      `after the restore ${table} has ${found?.[table]} rows, the backup ${expected[table]}; before: ${kept}`,
    );
  }
}

const RESTORED: AuditAction = 'database.restored';

/**
 * The first workspace owns the installation, so its history shows who restored which file. The histories of other
 * workspaces only show the time of the backup.
 */
const NOTED = `INSERT INTO audit_log (workspace_seq, at, actor_type, actor_id, request_id, action, subject, changes)
  SELECT w.seq, ?, iif(w.seq = first.seq, ?, 'system'), iif(w.seq = first.seq, ?, NULL), NULL, '${RESTORED}',
    iif(w.seq = first.seq, ?, 'backup'), ?
  FROM workspaces w, (SELECT min(seq) AS seq FROM workspaces) first`;

/**
 * A backup does not contain the row of the run that made it. Without that row, the restored shop would show no backup,
 * or only an older one.
 */
const ON_RECORD = `INSERT INTO backups (id, cause, target, outcome, started_at, finished_at, bytes, sha256, schema_version)
  VALUES (randomblob(16), 'command', ?, 'verified', ?, ?, ?, ?, ?)`;

/**
 * The tables of SQLite's statistics, which are dropped. With outdated or planted statistics, SQLite may read whole
 * tables (migration 0087).
 */
const STATISTICS = ['sqlite_stat1', 'sqlite_stat4'];

interface RestoreParts {
  readonly backup: VerifiedBackup;
  readonly own: OwnBackupSettings | undefined;
  readonly was: Access | undefined;
  readonly forgotten: readonly HeldForgetting[];
}

/**
 * Turns a backup into a database with the current schema and without a manifest. Records the restore. Also removes
 * revoked access before the caller renames the file. Otherwise, after a crash, a server could open the file with that
 * access.
 */
function dress(
  staged: string,
  facts: RestoreFacts,
  { backup, own, was, forgotten }: RestoreParts,
): RestoreResult['access'] {
  const { nowMs, actor, name } = facts;
  const { manifest, bytes, sha256, schemaVersion } = backup;
  const client = new Client(staged, { readwrite: true });
  try {
    client.run('PRAGMA journal_mode = DELETE');
    for (const table of [...MANIFEST_TABLES, ...STATISTICS]) client.run(`DROP TABLE IF EXISTS ${table}`);
    migrateCopy(client, MIGRATIONS, nowMs);
    const changes = JSON.stringify({ takenAt: { from: null, to: manifest?.takenAt ?? null } });
    client.run(NOTED, [nowMs, actor.type, actor.id, name, changes]);
    carryBackupSettings(client, own, nowMs);
    carryForgettings(client, forgotten);
    if (manifest !== null) {
      client.run(ON_RECORD, [name, Date.parse(manifest.takenAt), nowMs, bytes, sha256, schemaVersion]);
    }
    client.run('PRAGMA secure_delete = ON');
    const settled = settleAccess(client, was, nowMs);
    // The secrets from the replaced database may be in plain text, or sealed with an older key.
    sealAll(rowsOf(client), openSecrets(sealKeyPath(staged)));
    const isHeld = facts.hold || was?.held === true || settled === 'misfit';
    const access = settled === 'known' ? 'checked' : isHeld ? 'held' : 'as then';
    client.run('UPDATE installation SET access_held_at = ?', [access === 'held' ? nowMs : null]);
    if (access === 'held' && facts.receipt !== null) {
      client.run(OPENS_LIST, [facts.receipt, nowMs, nowMs + LIST_OPEN_MS]);
    }
    return access;
  } finally {
    client.close();
  }
}
