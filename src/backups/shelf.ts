import type { BackupName } from './names.ts';

export interface ShelvedBackup extends BackupName {
  readonly bytes: number;
}

/** A place where backups lie: a folder, or a bucket below a prefix. Every method throws a UsageError in words. */
export interface Shelf {
  /** The name for people; no keys in it. */
  readonly name: string;
  readonly isNew: boolean;
  /** Folder in which a draft is made: the same file system where that is possible. */
  readonly draftFolder: string;
  /** Backups that Docket named, newest first. */
  list(): Promise<ShelvedBackup[]>;
  /** True if something lies under a name. */
  has(name: string): Promise<boolean>;
  /**
   * Takes a finished draft over under its final name, all of it or nothing. Resolves when the stored copy has been read
   * back and has this digest.
   */
  put(draft: string, name: string, sha256: string): Promise<void>;
  /** The bytes of one, as they come. */
  read(name: string): ReadableStream<Uint8Array>;
  /** Brings one into a new file. */
  fetch(name: string, path: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** A name with its place. */
  addressOf(name: string): string;
}

export const newestFirst = (a: BackupName, b: BackupName): number => b.takenAtMs - a.takenAtMs;
