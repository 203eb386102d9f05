import type { BackupHealth, BackupOutcome, CheckedBackup, Shelf } from '../../backups/index.ts';
import type { BackupSchedule } from '../../base/index.ts';
import type { TableCounts } from '../../storage/index.ts';

/** What the dashboard has of backups; the server brings it. */
export interface BackupDesk {
  readonly schedule: BackupSchedule;
  /** How the target is called; no keys in it. */
  readonly target: string;
  readonly keep: number;
  readonly keepDays: number | null;
  /** The time zone of a schedule that names none. */
  zone(): string;
  health(): BackupHealth;
  /** Whether one is being made. */
  busy(): boolean;
  /** Makes one now, by hand or to be safe before a restore; undefined when one is being made. */
  run(kind: 'hand' | 'safety'): Promise<BackupOutcome | undefined>;
  /** @throws UsageError in words */
  open(): Shelf;
  /** Reads one whole, off this thread; `staged` leaves a copy for a restore. @throws UsageError in words */
  check(name: string, reading: 'where it lies' | 'staged'): Promise<CheckedBackup>;
  /** Reads whole a file that somebody sent. @throws UsageError in words */
  checkFile(path: string): Promise<CheckedBackup>;
  /** Stops the server in an orderly way, puts the staged backup in the place of the database, and serves again. */
  restore(wish: RestoreWish): void;
  /** What became of the last restore that was asked for here, since the process began. */
  readonly restored: RestoreReport | undefined;
}

export interface RestoreWish {
  readonly staged: string;
  /** How the backup is called. */
  readonly address: string;
  readonly actor: { readonly type: string; readonly id: string | null };
  /** By what an asker who has no session knows the report again: a hash of their token. */
  readonly receipt: string | null;
}

export interface RestoreReport extends Pick<RestoreWish, 'address' | 'receipt'> {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Null when it went well. */
  readonly failure: string | null;
  readonly before: TableCounts | null;
  readonly after: TableCounts | null;
  /** Where what was there is kept. */
  readonly kept: string | null;
}
