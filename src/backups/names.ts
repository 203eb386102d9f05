import { stampOf } from '../base/index.ts';

/** What the files of a folder of backups are called: who made them, when, and of which database. */

const NAME = /^docket-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z-([0-9a-f]{8})\.db$/;
const SHOWN_DIGITS = 8;

export interface BackupName {
  readonly name: string;
  readonly takenAtMs: number;
  /** The beginning of the name of the database that it is of. */
  readonly installation: string;
}

export const shortInstallation = (installation: string): string => installation.slice(0, SHOWN_DIGITS);

/** `docket-2026-11-21T03-00-00-000Z-1a2b3c4d.db`: sorts by time, and holds nothing that a file system forbids. */
export function nameBackup(takenAtMs: number, installation: string): string {
  return `docket-${stampOf(takenAtMs)}-${shortInstallation(installation)}.db`;
}

/** Undefined of anything that Docket has not named. */
export function parseBackupName(name: string): BackupName | undefined {
  const [, day, hour, minute, second, millisecond, installation] = NAME.exec(name) ?? [];
  if (installation === undefined) return undefined;
  const takenAtMs = Date.parse(`${day}T${hour}:${minute}:${second}.${millisecond}Z`);
  return Number.isNaN(takenAtMs) ? undefined : { name, takenAtMs, installation };
}

/** Of a file that is still being made: no listing shows it, no rotation counts it. */
export const draftName = (name: string): string => `.${name}.partial`;
/** With what SQLite puts beside one. */
export const isDraft = (name: string): boolean => /^\.docket-.*\.partial(?:-journal|-wal|-shm)?$/.test(name);
