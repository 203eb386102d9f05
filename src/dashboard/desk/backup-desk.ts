import type {
  BackupHealth,
  BackupOutcome,
  BackupPlan,
  CheckedBackup,
  ProbeJob,
  ProbeResult,
  Shelf,
  TestedDestination,
} from '../../backups/index.ts';
import type { GivenBackups } from '../../base/index.ts';
import type { TableCounts } from '../../storage/index.ts';

/** The dashboard's port to backups; the server brings it. */
export interface BackupDesk {
  plan(): BackupPlan;
  /** The settings of flags, variables and the file, which the page cannot change. */
  readonly given: GivenBackups;
  /** The result of the last test of the destination; undefined: none yet. */
  destination(): TestedDestination | undefined;
  test(): Promise<TestedDestination>;
  /** Tests what shall become the destination. @throws UsageError in words */
  tryOut(job: ProbeJob): Promise<ProbeResult>;
  readonly dataDir: string;
  /** The time zone of a schedule that names none. */
  zone(): string;
  health(): BackupHealth;
  /** True while a backup is being made. */
  busy(): boolean;
  /** Makes one now, by hand or to be safe before a restore; undefined when one is being made. */
  run(kind: 'hand' | 'safety'): Promise<BackupOutcome | undefined>;
  /** Has one that began no earlier than this, and makes one before an import where there is none. @returns undefined: there was one */
  have(kind: 'import', sinceMs: number): Promise<BackupOutcome | undefined>;
  /** Opens the target for reading; nothing is made. @throws UsageError in words */
  open(): Shelf;
  /** Opens the target for writing. @throws UsageError in words */
  openToPut(): Shelf;
  /** Reads one whole, off this thread; `staged` leaves a copy for a restore. @throws UsageError in words */
  check(name: string, reading: 'where it lies' | 'staged'): Promise<CheckedBackup>;
  /** Reads a received file whole. @throws UsageError in words */
  checkFile(path: string): Promise<CheckedBackup>;
  /** Stops the server in an orderly way, puts the staged backup in the place of the database, and serves again. */
  restore(wish: RestoreWish): void;
  /** The outcome of the last restore that was asked for here, since the process began. */
  readonly restored: RestoreReport | undefined;
}

export interface RestoreWish {
  readonly staged: string;
  readonly address: string;
  readonly actor: { readonly type: string; readonly id: string | null };
  /** True if a person has agreed to a backup that no key here has sealed. */
  readonly anySeal: boolean;
  /** A hash of the asker's token, which shows them the report after their session has ended. */
  readonly receipt: string | null;
}

export interface RestoreReport extends Pick<RestoreWish, 'address' | 'receipt'> {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Null when it went well. */
  readonly failure: string | null;
  readonly before: TableCounts | null;
  readonly after: TableCounts | null;
  /** The path of the replaced data. */
  readonly kept: string | null;
  /** True if nobody gets in until the restored access has been reviewed. */
  readonly held: boolean;
}
