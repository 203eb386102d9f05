import { statfsSync } from 'node:fs';
import type { Command } from 'commander';
import { readHealth } from '../backups/index.ts';
import { createMailer, parseBackupSchedule, toIso } from '../base/index.ts';
import { databasePath, inspect, openReader, readSchemaVersion, SCHEMA_VERSION } from '../storage/index.ts';
import { addCommand, type Run } from './command.ts';
import { addFlag, dataDirOf } from './flags.ts';
import type { Shell } from './shell.ts';

/** Below it a busy shop's next weeks, and the copy that an update makes, may not fit. */
const LEAST_FREE_BYTES = 256 * 1024 * 1024;
const SMTP_TIMEOUT_MS = 10_000;
/** A clock that stands this far behind the newest row has been set back. */
const CLOCK_SLACK_MS = 5 * 60_000;
/** Docket's first commit; a machine that says it is earlier has lost its clock. */
const EARLIEST_NOW_MS = Date.UTC(2026, 10, 1);

interface Finding {
  readonly what: string;
  readonly problem?: string;
}

export function addCheck(program: Command, shell: Shell): void {
  const command = addCommand(
    program,
    shell,
    'check',
    'look for trouble; exit status 1 with a line for each problem',
    async (run) => {
      const dataDir = dataDirOf(shell, run.flags);
      const findings = [
        ...checkStore(shell, dataDir),
        ...checkBackups(run, dataDir),
        checkDisk(dataDir),
        await checkSmtp(run),
      ].filter((found) => found !== undefined);
      const problems = findings.flatMap((found) => found.problem ?? []);
      const lines = findings.map((found) =>
        found.problem === undefined ? `ok: ${found.what}` : `problem: ${found.problem}`,
      );
      run.print({ ok: problems.length === 0, problems }, lines);
      return problems.length === 0 ? undefined : 1;
    },
  );
  addFlag(command, 'smtp-url', 'url', 'mail server to try');
  addFlag(command, 'backup-schedule', 'when', 'as docket serve has it; default daily 03:00');
}

function checkStore(shell: Shell, dataDir: string): Finding[] {
  const found = readStore(dataDir);
  if ('problem' in found) return [found];
  const nowMs = shell.world.clock.now();
  const schema: Finding = { what: `schema ${found.schemaVersion}` };
  const file: Finding[] =
    found.problems.length === 0
      ? [{ what: 'the database is sound' }]
      : found.problems.map((problem) => ({ what: 'database', problem: `${problem}; restore the last backup` }));
  const older = found.schemaVersion < SCHEMA_VERSION;
  const behind = nowMs < EARLIEST_NOW_MS || nowMs < found.newestWriteMs - CLOCK_SLACK_MS;
  return [
    ...file,
    older
      ? {
          ...schema,
          problem: `the schema is ${found.schemaVersion}, this executable's ${SCHEMA_VERSION}: start docket serve to bring it up to date`,
        }
      : schema,
    behind
      ? {
          what: 'clock',
          problem: `the clock says ${new Date(nowMs).toISOString()}, earlier than what has been stored: set it right`,
        }
      : { what: 'the clock' },
  ];
}

function readStore(dataDir: string): (Finding & { problem: string }) | NonNullable<ReturnType<typeof inspect>> {
  try {
    return inspect(dataDir) ?? { what: 'database', problem: `there is no database in ${dataDir}` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { what: 'database', problem: `the database cannot be read (${reason}): restore the last backup` };
  }
}

/** What the journal says; silent while the store itself cannot be read, or of a schema without one. */
function checkBackups({ shell, flags }: Run, dataDir: string): Finding[] {
  const schedule = parseBackupSchedule('--backup-schedule', flags.text('backup-schedule') ?? 'daily 03:00');
  if (schedule.kind === 'off' || readSchemaVersion(databasePath(dataDir)) !== SCHEMA_VERSION) return [];
  const reader = openReader(databasePath(dataDir));
  try {
    const { trouble, lastGood, last } = readHealth(reader.db, schedule, 'UTC', shell.world.clock.now());
    const good =
      lastGood === undefined
        ? 'there is no good backup yet'
        : `the last good backup is of ${toIso(lastGood.startedAt)}`;
    if (trouble === undefined) return [{ what: good }];
    const why = trouble === 'failed' ? `the last backup failed (${last?.reason ?? 'no reason given'}); ` : '';
    return [
      { what: 'backups', problem: `${why}${good}: make one with docket backup, and look at what docket serve logs` },
    ];
  } finally {
    reader.close();
  }
}

function checkDisk(dataDir: string): Finding {
  try {
    const { bavail, bsize } = statfsSync(dataDir);
    const free = bavail * bsize;
    const what = `${Math.floor(free / 1024 / 1024)} MiB free`;
    if (free >= LEAST_FREE_BYTES) return { what };
    return { what, problem: `only ${what} on the disk of ${dataDir}: make room, or orders will be refused` };
  } catch {
    return { what: 'disk', problem: `${dataDir} cannot be read` };
  }
}

async function checkSmtp(run: Run): Promise<Finding | undefined> {
  const smtpUrl = run.flags.text('smtp-url');
  if (smtpUrl === undefined) return undefined;
  const result = await createMailer({ smtpUrl, from: undefined, timeoutMs: SMTP_TIMEOUT_MS }).verify();
  if (result.ok) return { what: 'the mail server answers' };
  return {
    what: 'mail',
    problem: `the mail server does not take us (${result.step}: ${result.reason}): check --smtp-url`,
  };
}
