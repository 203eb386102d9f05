import type { Database } from 'bun:sqlite';
import { closeSync, existsSync, readSync, statSync } from 'node:fs';
import { BackupError, errorText, openFile, ownPath, UsageError } from '../../base/index.ts';
import {
  countTables,
  hasTable,
  MIGRATIONS,
  pendingMigrations,
  SCHEMA_VERSION,
  type TableCounts,
  unlessLonger,
} from '../schema/index.ts';
import { Client } from '../store/index.ts';
import type { BackupManifest } from './backup-draft.ts';
import { type BackupSeal, digestFile, locateSeal, readSeal } from './backup-seal.ts';
import { strangeLabel, strangePart } from './check-schema.ts';
import { schemaVersionOf } from './database-file.ts';
import { damageOf } from './find-damage.ts';
import { isSchemaShort } from './schema-pages.ts';

export interface VerifiedBackup {
  readonly bytes: number;
  /** The hexadecimal digest of the whole file, as printed by `sha256sum`. */
  readonly sha256: string;
  /** The manifest. Null for a Docket database that is not a backup, such as one that a restore has moved aside. */
  readonly manifest: BackupManifest | null;
  /** The seal, from which `whoSealed` finds the origin of the file; null if the file has no seal. */
  readonly seal: BackupSeal | null;
  readonly schemaVersion: number;
  readonly counts: TableCounts;
  readonly strange?: string | undefined;
}

const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;

/**
 * ours: for a restore, which accepts only Docket's own schema. any: for a copy of a database that is already in use.
 */
type AllowedSchema = 'ours' | 'any';

/**
 * Opens a backup and checks everything. With `ours`, nothing may have been added to the schema.
 * @throws UsageError that describes the fault, with `name` as the name of the file
 */
export function verifyBackup(given: string, name: string = given, schema: AllowedSchema = 'ours'): VerifiedBackup {
  if (!existsSync(given)) throw new BackupError({ rule: 'backup_no_file', file: name });
  if (!statSync(given).isFile()) throw new BackupError({ rule: 'backup_no_plain_file', file: name });
  const path = ownPath(given);
  checkLength(path, name);
  const client = openCopy(path, name);
  try {
    // This check must come first. Merely reading a table that Docket did not make could take hours or all memory.
    if (schema === 'ours') refuseStrange(name, strangeLabel(client));
    const manifest = readManifest(client, name);
    const { bytes, file, seal } =
      manifest === null ? { ...digestFile(path, undefined), seal: null } : checkSeal(client, path, name);
    checkSchema(client, name);
    const strange = strangePart(client, schemaVersionOf(client));
    if (schema === 'ours') refuseStrange(name, strange);
    checkStructure(client, name);
    const counts = countTables(client);
    if (manifest !== null) compareCounts(manifest.counts, counts, name);
    return { bytes, sha256: file, manifest, seal, schemaVersion: schemaVersionOf(client), counts, strange };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw damaged(name, error);
  } finally {
    client.close();
  }
}

const damaged = (file: string, error: unknown): UsageError =>
  new BackupError({ rule: 'backup_damaged', file, why: errorText(error) });

/**
 * Refuses a file that is shorter than its header states. Also refuses a schema that is too large, because SQLite could
 * read it for hours. Both checks come before SQLite opens the file.
 */
function checkLength(path: string, name: string): void {
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openFile(path);
  const read = readSync(file, header, 0, HEADER_BYTES, 0);
  closeSync(file);
  if (read < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new BackupError({ rule: 'backup_not_sqlite', file: name });
  }
  const said = header.readUInt16BE(16);
  const pageSize = said === 1 ? 65_536 : said;
  const expected = header.readUInt32BE(28) * pageSize;
  const { size } = statSync(path);
  if (size < expected) throw new BackupError({ rule: 'backup_cut_short', file: name, bytes: size, of: expected });
  if (!isSchemaShort(path, pageSize)) throw damaged(name, new Error('its schema has no end'));
}

function openCopy(path: string, name: string): Database {
  // Refuses a database that was copied while in use. Its newest rows, or an unfinished journal, are in a file next to
  // it.
  for (const side of ['-wal', '-journal']) {
    if ((statSync(path + side, { throwIfNoEntry: false })?.size ?? 0) > 0) {
      throw new BackupError({ rule: 'backup_beside', file: name, beside: name + side });
    }
  }
  try {
    const client = new Client(path, { readonly: true });
    client.run('PRAGMA trusted_schema = OFF');
    client.run('PRAGMA cell_size_check = ON');
    return client;
  } catch (error) {
    throw damaged(name, error);
  }
}

/** The SQL that reads the manifest. A manifest longer than 64 KB is read as empty; Docket's own has some 2 KB. */
const MANIFEST = `SELECT ${unlessLonger('manifest', 64 * 1024)} FROM backup_manifest LIMIT 1`;

function readManifest(client: Database, name: string): BackupManifest | null {
  if (!hasTable(client, 'backup_manifest')) return null;
  const text = client.query<{ manifest: string }, []>(MANIFEST).get()?.manifest;
  const manifest: unknown = text ? JSON.parse(text) : undefined;
  if (!isManifest(manifest)) throw new BackupError({ rule: 'backup_form', file: name });
  return manifest;
}

/** Checks the manifest of a backup, because a file name is made from it. */
function isManifest(value: unknown): value is BackupManifest {
  if (typeof value !== 'object' || value === null) return false;
  const { format, counts, installation, takenAt }: Partial<Record<string, unknown>> = { ...value };
  if (format !== 1 || typeof counts !== 'object' || counts === null) return false;
  return isText(installation, /^[0-9a-f]{32}$/) && isText(takenAt, /^\d{4}-/) && !Number.isNaN(Date.parse(takenAt));
}

const isText = (value: unknown, form: RegExp): value is string => typeof value === 'string' && form.test(value);

/** Older versions named the seal's column differently, so the column is read by its position. */
const SEAL = `WITH found (one, seal) AS (SELECT * FROM backup_seal)
  SELECT ${unlessLonger('seal', 200)} FROM found LIMIT 1`;

function checkSeal(client: Database, path: string, name: string) {
  const text = client.query<{ seal: string }, []>(SEAL).get()?.seal ?? '';
  const read = readSeal(text);
  if (read === undefined) throw new BackupError({ rule: 'backup_altered', file: name });
  const digests = digestFile(path, { at: locateSeal(client, path, text), length: text.length });
  if (digests.sealed !== read.digest) throw new BackupError({ rule: 'backup_altered', file: name });
  return { ...digests, seal: read.seal };
}

const FEW = 3;

function checkStructure(client: Database, name: string): void {
  const problems = damageOf(client, 'PRAGMA integrity_check');
  if (problems.length > 0) throw damaged(name, problems.slice(0, FEW).join('; '));
  const orphans = client.query<{ n: number }, []>('SELECT count(*) AS n FROM pragma_foreign_key_check').get()?.n ?? 0;
  if (orphans > 0) throw new BackupError({ rule: 'backup_orphans', file: name, rows: orphans });
}

/**
 * @param strange a part added to a database by hand, such as a trigger
 * @throws UsageError if `strange` is defined
 */
export function refuseStrange(name: string, strange: string | undefined): void {
  if (strange !== undefined) throw new BackupError({ rule: 'backup_strange', file: name, strange });
}

function checkSchema(client: Database, name: string): void {
  const newest = schemaVersionOf(client);
  if (newest === 0) throw new BackupError({ rule: 'backup_not_docket', file: name });
  if (newest > SCHEMA_VERSION) {
    throw new BackupError({ rule: 'backup_newer', file: name, schema: newest, known: SCHEMA_VERSION });
  }
  pendingMigrations(client, MIGRATIONS);
}

function compareCounts(said: TableCounts, found: TableCounts, name: string): void {
  for (const table of new Set([...Object.keys(said), ...Object.keys(found)])) {
    if (said[table] === found[table]) continue;
    const counts = { table, found: found[table] ?? null, said: said[table] ?? null };
    throw new BackupError({ rule: 'backup_counts', file: name, ...counts });
  }
}
