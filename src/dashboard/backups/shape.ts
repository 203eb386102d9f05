import { type BackupRun, type CheckedBackup, listRuns } from '../../backups/index.ts';
import { backupRefusal, sayBackupSchedule, toIso, toIsoOrNull, UsageError } from '../../base/index.ts';
import type { DashboardDeps } from '../deps.ts';
import type { RestoreReport } from './desk.ts';

const RUNS_SHOWN = 20;

/** What there is, what was tried, and by which settings. */
export async function describeBackups(deps: DashboardDeps) {
  const { backups, storage } = deps;
  const { schedule, target, keep, keepDays } = backups;
  const { lastGood, nextAt, trouble } = backups.health();
  return {
    target,
    keep,
    keepDays,
    schedule: sayBackupSchedule(schedule),
    zone: backups.zone(),
    busy: backups.busy(),
    trouble: trouble ?? null,
    nextAt: toIsoOrNull(nextAt ?? null),
    lastGood: lastGood === undefined ? null : shapeRun(lastGood),
    runs: listRuns(storage.read, RUNS_SHOWN).map(shapeRun),
    ...(await listFiles(deps)),
    restored: backups.restored === undefined ? null : shapeReport(backups.restored),
  };
}

export const shapeReport = ({ receipt: _, ...report }: RestoreReport) => ({ ...report, at: toIso(report.at) });

/** A folder that cannot be read is told beside the rest, which can. */
export async function listFiles({ backups, storage }: DashboardDeps) {
  const known = new Map(listRuns(storage.read, Number.MAX_SAFE_INTEGER).map((run) => [run.name, run]));
  try {
    const files = await backups.open().list();
    const shaped = files.map(({ name, takenAtMs, bytes, kind }) => ({
      name,
      bytes,
      kind,
      takenAt: toIso(takenAtMs),
      schemaVersion: known.get(name)?.schemaVersion ?? null,
      cause: known.get(name)?.cause ?? null,
    }));
    return { files: shaped, unreadable: null };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { files: [], unreadable: { ...backupRefusal(error), message: error.message } };
  }
}

const shapeRun = ({
  cause,
  target,
  name,
  outcome,
  startedAt,
  finishedAt,
  bytes,
  schemaVersion,
  reason,
}: BackupRun) => ({
  cause,
  target,
  name,
  outcome,
  bytes,
  schemaVersion,
  reason,
  startedAt: toIso(startedAt),
  finishedAt: toIsoOrNull(finishedAt),
});

export function shapeChecked({ address, verified }: CheckedBackup) {
  const { bytes, sha256, manifest, schemaVersion, counts } = verified;
  return {
    address,
    bytes,
    sha256,
    schemaVersion,
    counts,
    takenAt: manifest?.takenAt ?? null,
    docket: manifest?.docket ?? null,
  };
}
