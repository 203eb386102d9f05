import type { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { BackupError, toIso, UsageError } from '../../base/index.ts';
import {
  countIfThere,
  countTables,
  MANIFEST_SQL,
  MANIFEST_TABLES,
  MIGRATIONS,
  pendingMigrations,
  type TableCounts,
} from '../schema/index.ts';
import { ensureSealRing, type SealKey, sealKeyPath } from '../seal/index.ts';
import { Client, lookInto, refuseHalfRestored } from '../store/index.ts';
import { BLANK, locateSeal, writeSeal } from './backup-seal.ts';
import { copyLive } from './copy-live.ts';
import { installationOf, schemaVersionOf } from './database-file.ts';
import { freeBytesOf } from './vitals.ts';

export interface BackupManifest {
  /** The version of the manifest. Any other version is refused. */
  readonly format: 1;
  readonly docket: string;
  readonly commit: string;
  readonly schemaVersion: number;
  /** The time of the copy (ISO 8601). */
  readonly takenAt: string;
  /** The id of the copied database: 32 hexadecimal digits. Zeros if the database is older than such ids. */
  readonly installation: string;
  readonly counts: TableCounts;
}

interface DraftFacts {
  readonly takenAtMs: number;
  readonly version: string;
  readonly commit: string;
}

/**
 * The tables from which no row is ever deleted. A copy must not have fewer rows of them than the database had just
 * before copying.
 */
const ONLY_GROWING = ['workspaces', 'orders', 'payments', 'inquiries'];
/** The room that a copy needs beyond the size of the database: its manifest, and a reserve for other writers. */
const SPARE_BYTES = 16 * 1024 * 1024;

/**
 * Copies a database into a new file of mode 0600. Others may write to the database in the meantime. Blocks its thread.
 * @param draft the path of the copy, which must not exist; after a failure it may be incomplete
 * @throws UsageError in words for an owner
 */
export function makeBackupDraft(source: string, draft: string, facts: DraftFacts): BackupManifest {
  if (!existsSync(source)) throw new UsageError(`there is no database at ${source}`, 1);
  // A database without its write-ahead log may lack rows and still pass every check.
  refuseHalfRestored(source);
  const before = lookInto(source, (client) => {
    // A newer schema is refused here, because the rules that verify a copy may not apply to that schema.
    pendingMigrations(client, MIGRATIONS);
    assertRoom(client, draft);
    const counts = ONLY_GROWING.map((table) => [table, countIfThere(client, table)] as const);
    copyLive(client, draft);
    return counts;
  });
  const [key] = ensureSealRing(sealKeyPath(source));
  const manifest = describeCopy(draft, facts, key);
  for (const [table, n] of before) {
    if ((manifest.counts[table] ?? 0) < n)
      throw new UsageError(`the copy has fewer rows of ${table} than the database had`, 1);
  }
  return manifest;
}

function assertRoom(client: Database, draft: string): void {
  const value = (name: string): number => Number(Object.values(client.query(`PRAGMA ${name}`).get() ?? {})[0] ?? 0);
  refuseWithoutRoom(dirname(draft), (value('page_count') - value('freelist_count')) * value('page_size'));
}

/**
 * Refuses to write a backup that would fill the disk.
 * @throws BackupError if a folder has no room for a backup of this size
 */
export function refuseWithoutRoom(folder: string, bytes: number): void {
  const needed = bytes + SPARE_BYTES;
  const free = freeBytesOf(folder);
  if (free === null || free >= needed) return;
  throw new BackupError({ rule: 'backup_room', place: folder, needed: inMib(needed), free: inMib(free) });
}

const inMib = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MiB`;

function describeCopy(draft: string, facts: DraftFacts, key: SealKey): BackupManifest {
  // VACUUM INTO leaves no WAL, and a power cut only loses a draft. So the draft needs no journal and no syncs.
  const client = new Client(draft, { readwrite: true });
  let manifest: BackupManifest;
  let sealAt: number;
  try {
    client.run('PRAGMA journal_mode = OFF');
    client.run('PRAGMA synchronous = OFF');
    // The source may be a backup that a person put in the database's place, with its own manifest and seal.
    for (const table of MANIFEST_TABLES) client.run(`DROP TABLE IF EXISTS ${table}`);
    // The source lists this very backup as running. In the copy it would look like an interrupted backup.
    client.run("DELETE FROM backups WHERE outcome = 'running'");
    manifest = describe(client, facts);
    for (const made of Object.values(MANIFEST_SQL)) client.run(made);
    client.run('INSERT INTO backup_manifest (one, manifest) VALUES (1, ?)', [JSON.stringify(manifest)]);
    client.run('INSERT INTO backup_seal (one, seal) VALUES (1, ?)', [BLANK]);
    sealAt = locateSeal(client, draft, BLANK);
  } finally {
    client.close();
  }
  writeSeal(draft, sealAt, key);
  return manifest;
}

function describe(client: Database, facts: DraftFacts): BackupManifest {
  return {
    format: 1,
    docket: facts.version,
    commit: facts.commit,
    schemaVersion: schemaVersionOf(client),
    takenAt: toIso(facts.takenAtMs),
    installation: installationOf(client),
    counts: countTables(client),
  };
}
