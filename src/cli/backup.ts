import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import {
  type BackupJob,
  type BackupTarget,
  checkBackup,
  chooseBackup,
  MOST_KEPT,
  makeBackup,
  openShelf,
  parseTarget,
  recordRun,
  sayTarget,
} from '../backups/index.ts';
import { COMMIT, errorText, parseWhole, toIso, UsageError, VERSION } from '../base/index.ts';
import { databasePath, readSchemaVersion, SCHEMA_VERSION, whoSealed } from '../storage/index.ts';
import { sweepLeft } from '../updates/index.ts';
import { addCommand, listing, type Run, withStorage } from './command.ts';
import { addFlag, addSwitch, dataDirOf } from './flags.ts';
import { readObjectStoreSettings } from './object-store-settings.ts';
import { describeBackup, rowsOf } from './say-backup.ts';
import type { Shell } from './shell.ts';

const FOLDER = 'docket-verify-';

export function addBackup(program: Command, shell: Shell): void {
  const help = 'copy the database, while it is in use or not, and prove the copy';
  const command = addCommand(program, shell, 'backup', help, backUp);
  command.argument(
    '[target]',
    'file, folder (ends in /), s3://bucket/folder or s3://bucket/name.db; default backups/ in the data directory',
  );
  addSwitch(command, 'force', 'replace a file that is there');
  addFlag(
    command,
    'keep',
    'number',
    'in a folder: how many backups made by hand stay; the newest three and one a day for seven days always do',
  );
  addFlag(
    command,
    'keep-days',
    'days',
    'in a folder: days after which backups made by hand go, except those that always stay',
  );
  const list = addCommand(command, shell, 'list', 'list the backups of a folder', listBackups);
  list.argument('[target]', 'folder or s3://bucket/prefix');
  const verify = addCommand(command, shell, 'verify', 'read a whole backup and say whether it is sound', verifyBackups);
  verify.argument('[target]', 'file, folder (its newest), s3://bucket/folder or s3://bucket/name.db');
}

/** Returns the backup or folder that a command works on; by default the folder in which `serve` keeps its backups. */
export function targetOf({ shell, flags, args }: Run, reading: 'as written' | 'folder'): BackupTarget {
  const [target, ...more] = args;
  if (more.length > 0) throw new UsageError(`name one target: "${more.join(' ')}" is one too many`);
  const folder = join(dataDirOf(shell, flags), 'backups');
  return parseTarget('target', target ?? folder, shell.cwd, target === undefined ? 'folder' : reading);
}

async function backUp(run: Run): Promise<void> {
  const { shell, flags } = run;
  const dataDir = dataDirOf(shell, flags);
  const keep = flags.text('keep');
  const days = flags.text('keep-days');
  const target = targetOf(run, keep === undefined && days === undefined ? 'as written' : 'folder');
  const job: BackupJob = {
    dataDir,
    target,
    databasePath: databasePath(dataDir),
    s3: readObjectStoreSettings(shell),
    version: VERSION,
    commit: COMMIT,
    takenAtMs: shell.world.clock.now(),
    overwrite: flags.on('force'),
    kind: 'hand',
    keeping: {
      count: keep === undefined ? undefined : parseWhole('--keep', keep, 1, MOST_KEPT.count),
      days: days === undefined ? undefined : parseWhole('--keep-days', days, 1, MOST_KEPT.days),
    },
  };
  const made = await makeAndRecord(run, job);
  if (made.untidy !== null) shell.err(`note: old backups could not be deleted: ${made.untidy}\n`);
  if (made.strange !== undefined) shell.err(`note: a restore would refuse this backup: ${made.strange}\n`);
  const { address, isNewFolder, bytes, sha256, schemaVersion, counts, removed } = made;
  const folderMade = isNewFolder ? dirname(address) : null;
  run.print(
    {
      ok: true,
      backup: address,
      bytes,
      sha256,
      schemaVersion,
      takenAt: toIso(made.takenAtMs),
      counts,
      removed,
      folderMade,
    },
    [
      ...(folderMade === null ? [] : [`made the folder ${folderMade}`]),
      `backup ${address}, ${bytes} bytes, schema ${schemaVersion}: opened again and found complete`,
      `sha256 ${sha256}`,
      `rows ${rowsOf(counts)}`,
      ...removed.map((name) => `removed ${name}`),
    ],
  );
}

async function makeAndRecord(run: Run, job: BackupJob) {
  const outcome = await makeBackup(job).then(
    (made) => ({ kind: 'verified', made }) as const,
    (error: unknown) => ({ kind: 'failed', error, reason: errorText(error) }) as const,
  );
  // The run is recorded only in a database of the current schema. An older one has no table for the run. It is not
  // migrated, because a backup changes nothing in its source.
  if (readSchemaVersion(job.databasePath) === SCHEMA_VERSION) {
    await withStorage(run, (storage) =>
      recordRun(storage, { target: sayTarget(job.target), startedAt: job.takenAtMs, outcome }),
    ).catch((error) => run.shell.err(`note: the outcome could not be recorded: ${errorText(error)}\n`));
  }
  if (outcome.kind === 'failed') throw outcome.error;
  return outcome.made;
}

async function listBackups(run: Run): Promise<void> {
  const target = targetOf(run, 'folder');
  const shelf = openShelf(target, readObjectStoreSettings(run.shell), dataDirOf(run.shell, run.flags), 'to read');
  const backups = (await shelf.list()).map(({ name, takenAtMs, bytes, installation, kind }) => ({
    name,
    address: shelf.addressOf(name),
    takenAt: toIso(takenAtMs),
    bytes,
    installation,
    kind,
  }));
  const rows = backups.map((it) => [it.takenAt, it.kind, String(it.bytes), it.address]);
  const lines = listing(['taken at', 'kind', 'bytes', 'backup'], rows, `there is no backup of Docket in ${shelf.name}`);
  run.print({ target: shelf.name, backups }, lines);
}

async function verifyBackups(run: Run): Promise<void> {
  const target = targetOf(run, 'as written');
  const s3 = readObjectStoreSettings(run.shell);
  const shelf = openShelf(target, s3, dataDirOf(run.shell, run.flags), 'to read');
  const name = await chooseBackup(shelf, target);
  const nowMs = run.shell.world.clock.now();
  sweepLeft(tmpdir(), FOLDER, nowMs);
  const folder = mkdtempSync(join(tmpdir(), FOLDER));
  const check = { target, name, s3, folder, reading: 'where it lies', nowMs } as const;
  const { address, verified } = await checkBackup(check).finally(() =>
    rmSync(folder, { recursive: true, force: true }),
  );
  const sealed = whoSealed(databasePath(dataDirOf(run.shell, run.flags)), verified.seal);
  const { document, lines } = describeBackup(address, verified, sealed);
  run.print({ ok: true, ...document }, lines);
}
