import {
  type BackupHealth,
  type BackupPlan,
  type BackupRun,
  probeTarget,
  readBackupPlan,
  readHealth,
  sayTarget,
} from '../backups/index.ts';
import { type GivenBackups, lengthInWords, toIso, UsageError } from '../base/index.ts';
import { databasePath, openReader, readSchemaVersion, readServing, SCHEMA_VERSION } from '../storage/index.ts';
import type { Finding } from './check-machine.ts';
import type { Run } from './command.ts';
import { givenBackupsOf } from './serve-config.ts';

/** Reports nothing if the database itself cannot be read, or has another schema. */
export async function checkBackups(run: Run, dataDir: string): Promise<Finding[]> {
  if (readSchemaVersion(databasePath(dataDir)) !== SCHEMA_VERSION) return [];
  const given = givenOf(run, dataDir);
  const reader = openReader(databasePath(dataDir));
  try {
    const plan = readBackupPlan(reader.db, { dataDir, given });
    if (plan.schedule.kind === 'off') return [];
    const nowMs = run.shell.world.clock.now();
    return [
      sayRuns(readHealth(reader.db, plan.schedule, 'UTC', nowMs), nowMs),
      await testDestination(plan, dataDir),
      ...(plan.asks ? [ASKS] : []),
    ];
  } finally {
    reader.close();
  }
}

const ASKS: Finding = {
  what: 'backups',
  question:
    'this database was restored here: where do its next backups go? Say it on the page Backups, or with --backup-to; until then they go into the data directory',
};

/** Returns the settings of the running server, because a command does not have the server's flags. */
function givenOf({ shell, flags }: Run, dataDir: string): GivenBackups {
  const given = givenBackupsOf(shell, flags);
  const { to, schedule } = readServing(dataDir)?.backups ?? {};
  const said = (value: string | undefined) => (value === undefined ? undefined : { value, by: 'docket serve' });
  return { ...given, to: given.to ?? said(to), schedule: given.schedule ?? said(schedule) };
}

async function testDestination({ target, s3, use }: BackupPlan, dataDir: string): Promise<Finding> {
  const place = sayTarget(target);
  if (target.place === 's3' && s3 === undefined)
    return { what: `no keys here to test ${place}: the page Backups does` };
  try {
    await probeTarget({ target, s3, dataDir, use: use === 'to keep' ? 'to write' : use, make: false });
    return { what: `the destination of backups works: ${place}` };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { what: 'backups', problem: `the destination takes no backups: ${error.message}` };
  }
}

function sayRuns(health: BackupHealth, nowMs: number): Finding {
  const { trouble, failure } = health;
  const said = sayAge(health, nowMs);
  if (trouble === undefined) return { what: said };
  const why =
    failure === undefined
      ? ''
      : `the last backup failed (${failure.reason ?? 'no reason given'}), to ${failure.target} at ${toIso(failure.startedAt)}; `;
  return { what: 'backups', problem: `${why}${said}: look at what docket serve logs` };
}

function sayAge({ lastScheduled, lastGood, trouble }: BackupHealth, nowMs: number): string {
  const at = ({ startedAt }: BackupRun): string => toIso(startedAt);
  const byHand =
    lastGood === undefined || lastGood.seq === lastScheduled?.seq
      ? ''
      : `; the newest one by hand is of ${at(lastGood)}`;
  if (lastScheduled === undefined) {
    return `${trouble === undefined ? 'the first backup is not due yet' : 'there is no good backup on schedule yet'}${byHand}`;
  }
  const age = lengthInWords(Math.max(0, nowMs - lastScheduled.startedAt));
  return `the last good backup on schedule is of ${at(lastScheduled)}, ${age} ago${byHand}`;
}
