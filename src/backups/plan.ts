import { join } from 'node:path';
import {
  type BackupSchedule,
  type GivenBackups,
  type ObjectStoreSettings,
  parseBackupSchedule,
  unseal,
} from '../base/index.ts';
import { backupSettings, type Db, databasePath, keyFilePath, readKeyFile, type Tx } from '../storage/index.ts';
import { isBelow } from './folder.ts';
import { hasGoodAt } from './journal.ts';
import type { Keeping } from './rotation.ts';
import { type BackupTarget, parseTarget, type ShelfUse, sayTarget } from './target.ts';

/** The owners' settings for reaching a bucket; never its secret key. */
export interface SavedStore {
  readonly endpoint: string | null;
  readonly region: string | null;
  readonly accessKey: string;
}

/** The owners' settings from the page; null for the default. */
interface SavedBackups {
  readonly to: string | null;
  /** The time of the daily backup, as HH:mm. */
  readonly at: string | null;
  readonly keep: number | null;
  readonly keepDays: number | null;
  readonly store: SavedStore | null;
}

/**
 * The current backup settings. Flags, variables and the settings file override what owners saved on the page, which
 * overrides the defaults.
 */
export interface BackupPlan {
  readonly target: BackupTarget;
  /**
   * The access to the bucket; undefined without an access key, or if the saved secret key cannot be opened. A saved
   * access key is not used for a target from a flag, a variable or the settings file.
   */
  readonly s3: ObjectStoreSettings | undefined;
  readonly schedule: BackupSchedule;
  readonly keeping: Keeping & { readonly count: number };
  readonly use: ShelfUse;
  /** True if this database was restored, and nobody has chosen the place of its next backups yet. */
  readonly asks: boolean;
  readonly saved: SavedBackups;
}

export interface PlanPorts {
  readonly dataDir: string;
  readonly given: GivenBackups;
}

const DEFAULTS = { schedule: 'daily 03:00', keep: 14 } as const;
const NOTHING = { to: null, at: null, keep: null, keepDays: null, store: null } as const;

/**
 * Reads the settings each time, so that a change by another process applies at once.
 * @param db undefined if there is no database yet
 */
export function readBackupPlan(db: Db | undefined, ports: PlanPorts): BackupPlan {
  const { dataDir, given } = ports;
  const row = db === undefined ? undefined : findRow(db);
  const saved = row === undefined ? NOTHING : savedOf(row);
  const asks = row?.asks === true && given.to === undefined;
  // After a restore, the saved destination is ignored: another machine may still store its backups there.
  const own = row?.asks === true ? null : saved.to;
  const target = parseTarget('--backup-to', given.to?.value ?? own ?? join(dataDir, 'backups'), dataDir, 'folder');
  const at = saved.at === null ? DEFAULTS.schedule : `daily ${saved.at}`;
  const days = given.keepDays === undefined ? saved.keepDays : Number(given.keepDays.value);
  return {
    target,
    s3: given.store?.value ?? (given.to === undefined && row !== undefined ? openStore(row, ports) : undefined),
    schedule: parseBackupSchedule('--backup-schedule', given.schedule?.value ?? at),
    keeping: { count: Number(given.keep?.value ?? saved.keep ?? DEFAULTS.keep), days: days ?? undefined },
    use: useOf(db, dataDir, target),
    asks,
    saved,
  };
}

export function useOf(db: Db | undefined, dataDir: string, target: BackupTarget): ShelfUse {
  if (target.place === 's3' || isBelow(dataDir, target.folder)) return 'to write';
  const place = sayTarget(target);
  const isKnown = db !== undefined && (findRow(db)?.marked === place || hasGoodAt(db, place));
  return isKnown ? 'again' : 'to keep';
}

type Row = typeof backupSettings.$inferSelect;

export const findRow = (db: Db): Row | undefined => db.select().from(backupSettings).get();

export function setRow(tx: Tx, part: Partial<Omit<Row, 'one'>>): void {
  tx.db
    .insert(backupSettings)
    .values({ one: 1, ...part })
    .onConflictDoUpdate({ target: backupSettings.one, set: part })
    .run();
}

function savedOf({ target, dailyAt, keep, keepDays, endpoint, region, accessKey }: Row): SavedBackups {
  const store = accessKey === null ? null : { endpoint, region, accessKey };
  return { to: target, at: dailyAt, keep, keepDays, store };
}

/**
 * Identifies the store that a sealed secret key is bound to. The secret key cannot be unsealed for another server or
 * access key.
 */
export const boundTo = ({ endpoint, accessKey }: SavedStore): string =>
  JSON.stringify(['backup store', endpoint, accessKey]);

/**
 * Returns the saved settings of a bucket, with the decrypted secret key. Undefined if no access is saved, or if the key
 * file is missing or cannot decrypt the secret key.
 */
export function openStore(row: Row, { dataDir, given }: PlanPorts): ObjectStoreSettings | undefined {
  const { store } = savedOf(row);
  const key = readKeyFile(keyFilePath(databasePath(dataDir)));
  if (store === null || row.sealedSecret === null || key === undefined) return undefined;
  const secretAccessKey = unseal(key, row.sealedSecret, boundTo(store));
  if (secretAccessKey === undefined) return undefined;
  const { endpoint, region, accessKey: accessKeyId } = store;
  return {
    endpoint: endpoint ?? undefined,
    region: region ?? undefined,
    accessKeyId,
    secretAccessKey,
    sessionToken: undefined,
    allowPlain: given.allowPlain,
  };
}
