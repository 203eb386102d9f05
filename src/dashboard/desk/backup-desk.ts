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

export interface BackupDesk {
  plan(): BackupPlan;
  /** The backup settings from flags, environment variables and the settings file, which the page cannot change. */
  readonly given: GivenBackups;
  /** Returns the result of the last test of the destination; undefined if it has not been tested. */
  destination(): TestedDestination | undefined;
  test(): Promise<TestedDestination>;
  /** Tests a destination before it is saved. @throws UsageError with a readable message */
  tryOut(job: ProbeJob): Promise<ProbeResult>;
  readonly dataDir: string;
  /** Returns the time zone of a schedule that does not specify one. */
  zone(): string;
  health(): BackupHealth;
  busy(): boolean;
  /** Makes a backup now, by hand or for safety before a restore; undefined if another one is being made. */
  run(kind: 'hand' | 'safety'): Promise<BackupOutcome | undefined>;
  /**
   * Makes a backup before an import. Makes none if a good backup began at or after `sinceMs`.
   * @returns undefined if there is such a backup
   */
  have(kind: 'import', sinceMs: number): Promise<BackupOutcome | undefined>;
  /** Opens the target for reading and creates nothing. @throws UsageError with a readable message */
  open(): Shelf;
  /** Opens the target for writing. @throws UsageError with a readable message */
  openToPut(): Shelf;
  /**
   * Reads a whole backup in another thread; `staged` leaves a copy for a restore. @throws UsageError with a readable
   * message
   */
  check(name: string, reading: 'where it lies' | 'staged'): Promise<CheckedBackup>;
  /** Reads a received file completely. @throws UsageError with a readable message */
  checkFile(path: string): Promise<CheckedBackup>;
  /** Stops the server in an orderly way, replaces the database with the staged backup, and serves again. */
  restore(wish: RestoreWish): void;
  /**
   * The outcome of the last restore that the dashboard requested since the process began; undefined if there was none.
   */
  readonly restored: RestoreReport | undefined;
}

export interface RestoreWish {
  readonly staged: string;
  readonly address: string;
  readonly actor: { readonly type: string; readonly id: string | null };
  /** True if a person agreed to a backup that was not sealed by any key of this server. */
  readonly anySeal: boolean;
  /**
   * A hash of the requester's token. With the token, the requester can read the report after their session has ended.
   */
  readonly receipt: string | null;
}

export interface RestoreReport extends Pick<RestoreWish, 'address' | 'receipt'> {
  /** The time of the restore, in milliseconds since the epoch. */
  readonly at: number;
  /** The reason why the restore failed; null if it succeeded. */
  readonly failure: string | null;
  readonly before: TableCounts | null;
  readonly after: TableCounts | null;
  /** The path of the replaced data. */
  readonly kept: string | null;
  /** True if the restore blocked all access. The block ends when an owner has reviewed who has access. */
  readonly held: boolean;
}
