import { stampOf } from '../base/index.ts';

const NAME =
  /^docket-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z-([0-9a-f]{8})(?:-(hand|safety|import|upload))?\.db$/;
const SHOWN_DIGITS = 8;

/**
 * The reason for a backup. Each kind is tidied separately, so that backups of one kind never push out those of another.
 * Backups from versions of Docket that had no kinds count as scheduled.
 */
export const BACKUP_KINDS = ['schedule', 'hand', 'safety', 'import', 'upload'] as const;
export type BackupKind = (typeof BACKUP_KINDS)[number];
const kindIn = (text: string | undefined): BackupKind => BACKUP_KINDS.find((kind) => kind === text) ?? 'schedule';

export interface BackupName {
  readonly name: string;
  readonly takenAtMs: number;
  /** The first digits of the id of the backup's database. */
  readonly installation: string;
  readonly kind: BackupKind;
}

export const shortInstallation = (installation: string): string => installation.slice(0, SHOWN_DIGITS);

/**
 * Returns a name such as `docket-2026-11-21T03-00-00-000Z-1a2b3c4d-hand.db`. Names sort by time, and have only
 * characters that every file system allows.
 */
export function nameBackup(takenAtMs: number, installation: string, kind: BackupKind = 'schedule'): string {
  const why = kind === 'schedule' ? '' : `-${kind}`;
  return `docket-${stampOf(takenAtMs)}-${shortInstallation(installation)}${why}.db`;
}

export function parseBackupName(name: string): BackupName | undefined {
  const [, day, hour, minute, second, millisecond, installation, kind] = NAME.exec(name) ?? [];
  if (installation === undefined) return undefined;
  const takenAtMs = Date.parse(`${day}T${hour}:${minute}:${second}.${millisecond}Z`);
  return Number.isNaN(takenAtMs) ? undefined : { name, takenAtMs, installation, kind: kindIn(kind) };
}

/** Returns the name of an unfinished backup. No listing shows such a file, and no rotation counts it. */
export const draftName = (name: string): string => `.${name}.partial`;
export const isDraft = (name: string): boolean => /^\.docket-.*\.partial(?:-journal|-wal|-shm)?$/.test(name);
