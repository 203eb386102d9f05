import { isAbsolute } from 'node:path';
import {
  AppError,
  type Issue,
  isRegion,
  isTimeOfDay,
  type ObjectStoreSettings,
  type Random,
  seal,
  UsageError,
  validationFailed,
} from '../base/index.ts';
import { databasePath, ensureKeyFile, keyFilePath, type Storage } from '../storage/index.ts';
import { type Actor, diff, findFirstWorkspace, isSame, writeAudit } from '../workspaces/index.ts';
import { boundTo, findRow, openStore, type PlanPorts, readBackupPlan, type SavedStore, setRow, useOf } from './plan.ts';
import type { ProbeJob, ProbeResult } from './probe.ts';
import { MOST_KEPT } from './rotation.ts';
import { type BackupTarget, parseTarget, sayTarget } from './target.ts';

/** An owner's settings; a field that is left out keeps its saved value. */
export interface BackupSettingsInput {
  /** The absolute path of a folder, or s3://bucket/prefix; empty for backups/ in the data directory. */
  readonly to?: string | undefined;
  /** The time of the daily backup, as HH:mm. */
  readonly at?: string | undefined;
  readonly keep?: number | undefined;
  /** The days to keep a backup; null for no limit. */
  readonly keepDays?: number | null | undefined;
  readonly store?: StoreInput | undefined;
  /** True to use the folder even if Docket's marker in it is missing. */
  readonly anew?: boolean | undefined;
}

interface StoreInput {
  /** The URL of the bucket's server without a path; empty for AWS. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKey: string;
  /** The secret key. If absent, the one saved for the same server and access key is used. */
  readonly secretKey?: string | undefined;
}

interface SettingsCtx extends PlanPorts {
  readonly storage: Storage;
  readonly random: Random;
  readonly actor: Actor;
  /** @throws UsageError with a message for people */
  readonly tryOut: (job: ProbeJob) => Promise<ProbeResult>;
}

const HIDDEN = '***';
/** The values that clear a bucket's settings and access keys. They are saved when a folder becomes the destination. */
const NO_STORE = { endpoint: null, region: null, accessKey: null, sealedSecret: null } as const;

/**
 * Tests a changed destination, and saves the settings if it passes. They apply from then on.
 * @returns `made`: true if the destination's folder was created
 * @throws forbidden if a flag, a variable or the settings file sets one of these settings; validation_failed;
 * UsageError of the destination with a message for people
 */
export async function saveBackupSettings(ctx: SettingsCtx, input: BackupSettingsInput): Promise<ProbeResult> {
  const { storage, dataDir } = ctx;
  if (Object.keys(input).length === 0) throw validationFailed([{ path: '', rule: 'nothing_to_change' }]);
  assertFree(ctx, input);
  const before = readBackupPlan(storage.read, ctx);
  const target = input.to === undefined ? before.target : targetOf(input.to, dataDir, before.target);
  assertSound(input);
  const store = input.store === undefined ? undefined : storeOf(ctx, input.store);
  const isTested = input.to !== undefined || store !== undefined || input.anew === true;
  const known = useOf(storage.read, dataDir, target);
  const use = input.anew === true && known === 'again' ? 'to keep' : known;
  const s3 = ctx.given.store?.value ?? store?.settings ?? savedStore(ctx);
  const probed = isTested ? await ctx.tryOut({ target, s3, dataDir, use, make: true }) : { made: false };
  const columns = {
    ...columnsOf(input, target),
    ...(isTested && use !== 'to write' ? { marked: sayTarget(target) } : {}),
    ...(input.to !== undefined && target.place === 'disk' ? NO_STORE : store?.columns),
  };
  await storage.write((tx) => {
    setRow(tx, columns);
    const first = findFirstWorkspace(tx.db);
    if (first === undefined) return;
    const secret = store?.isNewSecret === true ? { secretKey: { from: HIDDEN, to: HIDDEN } } : {};
    const changes = { ...diff(flat(before.saved), flat(readBackupPlan(tx.db, ctx).saved)), ...secret };
    if (isSame(changes) && input.anew !== true) return;
    const { actor } = ctx;
    writeAudit(tx, { workspaceSeq: first.seq, actor, action: 'backup_settings.saved', subject: 'backups', changes });
  });
  return probed;
}

function columnsOf({ to, at: dailyAt, keep, keepDays }: BackupSettingsInput, target: BackupTarget) {
  return {
    ...(to === undefined ? {} : { target: to === '' ? null : sayTarget(target), asks: false }),
    ...(dailyAt === undefined ? {} : { dailyAt }),
    ...(keep === undefined ? {} : { keep }),
    ...(keepDays === undefined ? {} : { keepDays }),
  };
}

const flat = ({ store, ...rest }: ReturnType<typeof readBackupPlan>['saved']) => ({
  ...rest,
  endpoint: store?.endpoint ?? null,
  region: store?.region ?? null,
  accessKey: store?.accessKey ?? null,
});

function assertFree({ given }: SettingsCtx, input: BackupSettingsInput): void {
  const beaten = [
    input.to === undefined ? undefined : given.to,
    input.at === undefined ? undefined : given.schedule,
    input.keep === undefined ? undefined : given.keep,
    input.keepDays === undefined ? undefined : given.keepDays,
    input.store === undefined ? undefined : given.store,
  ].find((it) => it !== undefined);
  if (beaten !== undefined) throw new AppError({ rule: 'setting_given', by: beaten.by });
}

function targetOf(to: string, dataDir: string, now: BackupTarget): BackupTarget {
  if (to === '') return parseTarget('to', `${dataDir}/backups`, dataDir, 'folder');
  if (to === sayTarget(now)) return now;
  if (!/^s3:/i.test(to) && !isAbsolute(to)) throw validationFailed([{ path: 'to', rule: 'backup_target' }]);
  try {
    return parseTarget('to', to, dataDir, 'folder');
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const [, bucket = ''] = /^s3:\/\/([^/]+)/.exec(to) ?? [];
    const isName = error.message.includes('no bucket');
    throw validationFailed([
      isName ? { path: 'to', rule: 'bucket_name', bucket } : { path: 'to', rule: 'backup_target' },
    ]);
  }
}

function assertSound({ at, keep, keepDays }: BackupSettingsInput): void {
  const issues: Issue[] = [];
  const isFrom1To = (most: number, value: number): boolean => Number.isInteger(value) && value >= 1 && value <= most;
  if (at !== undefined && !isTimeOfDay(at)) issues.push({ path: 'at', rule: 'time_of_day' });
  if (keep !== undefined && !isFrom1To(MOST_KEPT.count, keep)) {
    issues.push({ path: 'keep', rule: 'whole_between', least: 1, most: MOST_KEPT.count });
  }
  if (keepDays !== undefined && keepDays !== null && !isFrom1To(MOST_KEPT.days, keepDays)) {
    issues.push({ path: 'keepDays', rule: 'whole_between', least: 1, most: MOST_KEPT.days });
  }
  if (issues.length > 0) throw validationFailed(issues);
}

function savedStore(ctx: SettingsCtx): ObjectStoreSettings | undefined {
  const row = findRow(ctx.storage.read);
  return row === undefined ? undefined : openStore(row, ctx);
}

function storeOf(ctx: SettingsCtx, input: StoreInput) {
  const { dataDir, random } = ctx;
  const endpoint = input.endpoint.trim() === '' ? null : input.endpoint.trim();
  const region = input.region.trim() === '' ? null : input.region.trim();
  const store: SavedStore = { endpoint, region, accessKey: input.accessKey.trim() };
  if (endpoint !== null && !/^https?:\/\/[^\s@]+$/.test(endpoint)) {
    throw validationFailed([{ path: 'store.endpoint', rule: 'bucket_endpoint' }]);
  }
  // AWS's host name contains the region. A slash in the region would send signed calls to another server.
  if (region !== null && !isRegion(region)) {
    throw validationFailed([{ path: 'store.region', rule: 'bucket_region' }]);
  }
  if (store.accessKey === '') throw validationFailed([{ path: 'store.accessKey', rule: 'empty' }]);
  const secretKey = input.secretKey ?? '';
  const kept = secretKey === '' ? keptSecret(ctx, store) : undefined;
  const secretAccessKey = kept ?? secretKey;
  // The seal key is written to the disk before any secret that only this key can open.
  const sealedSecret = (): Uint8Array =>
    seal(ensureKeyFile(keyFilePath(databasePath(dataDir)), random), secretAccessKey, boundTo(store), random);
  const columns = { ...store, ...(kept === undefined ? { sealedSecret: sealedSecret() } : {}) };
  const settings: ObjectStoreSettings = {
    endpoint: endpoint ?? undefined,
    region: region ?? undefined,
    accessKeyId: store.accessKey,
    secretAccessKey,
    sessionToken: undefined,
    allowPlain: ctx.given.allowPlain,
  };
  return { columns, settings, isNewSecret: kept === undefined };
}

/** Returns the saved secret key, which is sent only to the server for which it was saved. @throws validation_failed */
function keptSecret(ctx: SettingsCtx, store: SavedStore): string {
  const row = findRow(ctx.storage.read);
  const path = 'store.secretKey';
  if (row === undefined || row.sealedSecret === null) throw validationFailed([{ path, rule: 'bucket_secret' }]);
  const saved = openStore(row, ctx);
  const isOfStore = saved?.accessKeyId === store.accessKey && (saved.endpoint ?? null) === store.endpoint;
  if (saved === undefined || !isOfStore) throw validationFailed([{ path, rule: 'bucket_secret_again' }]);
  return saved.secretAccessKey;
}

export const noteMarked = (storage: Storage, target: BackupTarget): Promise<void> =>
  storage.write((tx) => setRow(tx, { marked: sayTarget(target) }));
