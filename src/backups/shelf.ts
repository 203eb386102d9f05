import type { BackupName } from './names.ts';

export interface ShelvedBackup extends BackupName {
  readonly bytes: number;
}

/**
 * A destination of backups: a folder, or a prefix in a bucket. A method that fails throws a UsageError with a message
 * for people.
 */
export interface Shelf {
  /** The name to show to people. It contains no access keys. */
  readonly name: string;
  readonly isNew: boolean;
  /**
   * The folder in which a backup is made before `put` stores it. A shelf on disk uses its own folder, so `put` only
   * renames the file. A shelf in a bucket uses the data directory.
   */
  readonly draftFolder: string;
  /** Lists the backups, newest first. Ignores files that are not named like Docket's backups. */
  list(): Promise<ShelvedBackup[]>;
  has(name: string): Promise<boolean>;
  /**
   * Stores a finished draft under its final name, whole or not at all. Resolves when the stored copy is known to have
   * this digest.
   */
  put(draft: string, name: string, sha256: string): Promise<void>;
  read(name: string): ReadableStream<Uint8Array>;
  /** Copies a backup into a new file. */
  fetch(name: string, path: string): Promise<void>;
  remove(name: string): Promise<void>;
  addressOf(name: string): string;
}

export const newestFirst = (a: BackupName, b: BackupName): number => b.takenAtMs - a.takenAtMs;
