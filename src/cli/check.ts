import { existsSync } from 'node:fs';
import type { Command } from 'commander';

import { listLost } from '../backups/index.ts';
import {
  AppError,
  createMailer,
  DAY_MS,
  errorText,
  lengthInWords,
  type MailSettings,
  UsageError,
} from '../base/index.ts';
import { type MailInForce, mailerInForce, readMailServer } from '../mail-server/index.ts';
import {
  databasePath,
  type Inspection,
  inspect,
  keyFilePath,
  openFailureText,
  openReader,
  type Reader,
  SCHEMA_VERSION,
} from '../storage/index.ts';
import { checkBackups } from './check-backups.ts';
import {
  checkDisk,
  checkFiles,
  checkNames,
  checkOwners,
  checkProxies,
  checkWriting,
  type Finding,
} from './check-machine.ts';

import { addCommand, type Run } from './command.ts';
import { addFlag, dataDirOf, givenMailOf } from './flags.ts';
import type { Shell } from './shell.ts';
import { sayMailFailure } from './test-mail.ts';

const SMTP_TIMEOUT_MS = 10_000;
/** The time that the clock may lag behind the newest row. A larger lag means that the clock was set back. */
const CLOCK_SLACK_MS = 5 * 60_000;
const STEPS_SHOWN = 4;
/** The earliest time that a correct clock can show. Docket did not exist before it. */
const EARLIEST_NOW_MS = Date.UTC(2026, 10, 1);

export function addCheck(program: Command, shell: Shell): void {
  const help = 'look for trouble; exit status 1 with a line for each problem';
  const command = addCommand(program, shell, 'check', help, async (run) => {
    const dataDir = dataDirOf(shell, run.flags);
    const store = readStore(dataDir);
    const findings = [
      ...('problem' in store ? [store] : checkStore(shell, store)),
      ...('problem' in store ? [] : await checkBackups(run, dataDir)),
      checkSecrets(dataDir),
      checkDisk(dataDir),
      checkWriting(dataDir),
      checkOwners(dataDir),
      checkFiles(dataDir),
      ...checkProxies(dataDir),
      ...(await checkNames('problem' in store ? [] : store.webhookHosts)),
      await checkSmtp(run),
    ].filter((found) => found !== undefined);
    const problems = findings.flatMap((found) => found.problem ?? []);
    const questions = findings.flatMap((found) => found.question ?? []);
    const warnings = findings.flatMap((found) => found.warning ?? []);
    run.print({ ok: problems.length === 0, problems, questions, warnings }, findings.map(lineOf));
    return problems.length === 0 ? undefined : 1;
  });
  addFlag(command, 'smtp-url', 'url', 'mail server to try; default the saved one');
  addFlag(command, 'backup-schedule', 'when', 'as docket serve has it; default what the running server has');
  addFlag(command, 'backup-to', 'target', 'as docket serve has it; default what the running server has');
}

interface Faulty extends Finding {
  readonly problem: string;
}

function lineOf({ what, problem, question, warning }: Finding): string {
  if (problem !== undefined) return `problem: ${problem}`;
  if (warning !== undefined) return `warning: ${warning}`;
  return question === undefined ? `ok: ${what}` : `question: ${question}`;
}

function checkStore(shell: Shell, found: Inspection): Finding[] {
  const nowMs = shell.world.clock.now();
  const schema: Finding = { what: `schema ${found.schemaVersion}` };
  const file: Finding[] =
    found.problems.length === 0
      ? [{ what: 'the database is sound' }]
      : found.problems.map((problem) => ({
          what: 'database',
          problem: `${problem}: stop docket and restore the last backup`,
        }));
  const odd = found.oddValues.map((line) => ({
    what: 'values',
    problem: `${line}: Docket writes no such value, put it right or restore a backup from before`,
  }));
  const mend =
    found.schemaVersion < SCHEMA_VERSION
      ? 'start docket serve, which brings it up to date or says what does'
      : 'use the newer docket that last ran here';
  const behind = nowMs < EARLIEST_NOW_MS || nowMs < found.newestWriteMs - CLOCK_SLACK_MS;
  return [
    ...file,
    ...odd,
    found.schemaVersion === SCHEMA_VERSION
      ? schema
      : {
          ...schema,
          problem: `the schema is ${found.schemaVersion}, this executable's ${SCHEMA_VERSION}: ${mend}`,
        },
    found.isSearchOff
      ? {
          what: 'searches',
          warning: 'search.db lacks orders, so a search may miss some: delete it, and it is made again',
        }
      : { what: 'the index of searches' },
    behind
      ? {
          what: 'clock',
          problem: `the clock says ${new Date(nowMs).toISOString()}, earlier than what was stored at ${new Date(found.newestWriteMs).toISOString()}: set it right; if it is right now, it was ahead then, and nothing is lost`,
        }
      : { what: 'the clock' },
    ...stepsOfTheClock(found, nowMs),
  ];
}

/** Reports the jumps of the clock in the last day. A jump may be in the future if the clock was set back after it. */
function stepsOfTheClock({ clockSteps }: Inspection, nowMs: number): Finding[] {
  const recent = clockSteps.filter(({ at }) => Math.abs(nowMs - at) < DAY_MS).slice(-STEPS_SHOWN);
  if (recent.length === 0) return [];
  const steps = recent.map(({ at, byMs }) => {
    const way = byMs < 0 ? 'back' : 'forward';
    return `set ${way} by ${lengthInWords(Math.abs(byMs))} at ${new Date(at).toISOString()}`;
  });
  const mend = 'let one service alone keep the time; a machine that slept looks the same';
  return [{ what: 'clock', problem: `the clock was ${steps.join(', ')}, and nothing is lost: ${mend}` }];
}

function readStore(dataDir: string): Inspection | Faulty {
  try {
    return inspect(dataDir) ?? { what: 'database', problem: `there is no database in ${dataDir}` };
  } catch (error) {
    const reason = openFailureText(error) ?? errorText(error);
    return { what: 'database', problem: `the database cannot be read: ${reason}` };
  }
}

/** Opens a database file for reading; undefined if it cannot be opened. Earlier lines of the report name the fault. */
function openIfReadable(path: string): Reader | undefined {
  try {
    return existsSync(path) ? openReader(path) : undefined;
  } catch {
    return undefined;
  }
}

function checkSecrets(dataDir: string): Finding | undefined {
  const reader = openIfReadable(databasePath(dataDir));
  if (reader === undefined) return undefined;
  try {
    const { factors, endpoints } = listLost({ read: reader.db, secrets: reader.secrets });
    if (factors.length + endpoints.length === 0) return { what: 'the keys of the secrets are here' };
    const lost = `${endpoints.length} secrets of webhooks and ${factors.length} second factors`;
    return {
      what: 'seal.key',
      problem: `no key here opens ${lost}: enter the one of the recovery sheet (docket seal enter), or set them up again`,
    };
  } catch (error) {
    return error instanceof AppError ? { what: 'seal.key', problem: error.message } : undefined;
  } finally {
    reader.close();
  }
}

function findMailServer(run: Run): MailInForce {
  const path = databasePath(dataDirOf(run.shell, run.flags));
  const reader = openIfReadable(path);
  try {
    return readMailServer(reader?.db, keyFilePath(path), givenMailOf(run.flags));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // The database file is damaged or has an older schema. Earlier lines of the report name the fault.
    return { kind: 'none' };
  } finally {
    reader?.close();
  }
}

async function checkSmtp(run: Run): Promise<Finding | undefined> {
  const found = findMailServer(run);
  const connect = (settings: MailSettings) => createMailer({ ...settings, timeoutMs: SMTP_TIMEOUT_MS });
  const result = await mailerInForce(found, connect)?.verify();
  if (result === undefined) return undefined;
  if (result.ok) return { what: 'the mail server answers' };
  const mend = found.kind === 'given' ? 'check --smtp-url' : 'correct it with docket mail set or in the dashboard';
  return { what: 'mail', problem: `the mail server refuses Docket (${sayMailFailure(result)}): ${mend}` };
}
