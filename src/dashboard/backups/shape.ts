import {
  type BackupRun,
  type CheckedBackup,
  factsOf,
  listLost,
  listRuns,
  sayTarget,
  type TestedDestination,
} from '../../backups/index.ts';
import { BackupError, backupRefusal, sayBackupSchedule, toIsoOrNull, UsageError } from '../../base/index.ts';
import { readSheet } from '../../seal/index.ts';
import { whoSealed } from '../../storage/index.ts';
import { type RestoreReport, shown, type VisitCtx } from '../desk/index.ts';
import { BackupFile, Destination, Report, Run } from './answers.ts';

const RUNS_SHOWN = 20;

export async function describeBackups(ctx: VisitCtx) {
  const { backups, storage } = ctx;
  const { schedule, target, keeping, asks, saved } = backups.plan();
  const { given } = backups;
  const { lastGood, lastScheduled, failure, nextAt, trouble } = backups.health();
  return {
    target: sayTarget(target),
    keep: keeping.count,
    keepDays: keeping.days ?? null,
    schedule: sayBackupSchedule(schedule),
    zone: backups.zone(),
    busy: backups.busy(),
    trouble: trouble ?? null,
    nextAt: toIsoOrNull(nextAt ?? null),
    lastGood: shapeRunOrNull(lastGood),
    lastScheduled: shapeRunOrNull(lastScheduled),
    failure: shapeRunOrNull(failure),
    runs: listRuns(storage.read, RUNS_SHOWN).map((run) => shown(Run, run)),
    ...(await listFiles(ctx)),
    destination: shapeDestination(backups.destination()),
    asks,
    saved,
    givenBy: {
      to: given.to?.by ?? null,
      at: given.schedule?.by ?? null,
      keep: given.keep?.by ?? null,
      keepDays: given.keepDays?.by ?? null,
      store: given.store?.by ?? null,
    },
    sheet: readSheet(storage),
    lost: listLost(storage),
    restored: backups.restored === undefined ? null : shapeReport(backups.restored),
  };
}

export const shapeReport = (report: RestoreReport) => shown(Report, report);

/** If the folder cannot be read, `unreadable` is the reason, and the page shows everything else. */
export async function listFiles({ backups, storage }: Pick<VisitCtx, 'backups' | 'storage'>) {
  const known = new Map(listRuns(storage.read, Number.MAX_SAFE_INTEGER).map((run) => [run.name, run]));
  try {
    const files = await backups.open().list();
    const shaped = files.map((file) => {
      const { schemaVersion = null, cause = null } = known.get(file.name) ?? {};
      return shown(BackupFile, { ...file, takenAt: file.takenAtMs, schemaVersion, cause });
    });
    return { files: shaped, unreadable: null };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { files: [], unreadable: { ...backupRefusal(error), message: error.message } };
  }
}

export function shapeDestination(tested: TestedDestination | undefined) {
  if (tested === undefined) return null;
  const { target, atMs, made, refusal } = tested;
  const trouble = refusal === undefined ? null : { ...refusal, message: new BackupError(refusal).message };
  return shown(Destination, { target, at: atMs, made, trouble });
}

const shapeRunOrNull = (run: BackupRun | undefined) => (run === undefined ? null : shown(Run, run));

export const shapeChecked = ({ storage }: Pick<VisitCtx, 'storage'>, { address, verified }: CheckedBackup) => ({
  address,
  ...factsOf(verified, whoSealed(storage.path, verified.seal)),
});
