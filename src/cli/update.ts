import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { COMMIT, errorText, IS_EXECUTABLE, RELEASE_KEY, UsageError, VERSION } from '../base/index.ts';
import {
  acquireUpdateLock,
  databasePath,
  findServing,
  keepCopyNow,
  readSchemaVersion,
  SCHEMA_VERSION,
} from '../storage/index.ts';
import {
  compareVersions,
  type Description,
  describeFile,
  isPackaged,
  previousOf,
  selfTestFile,
  stage,
  swapIn,
  type VerifiedFile,
  verifyFile,
} from '../updates/index.ts';
import { addCommand, type Run } from './command.ts';
import { addFlag, addSwitch, dataDirOf } from './flags.ts';
import { runFileOf } from './run-file.ts';
import type { Shell } from './shell.ts';
import { goBack, restartLine } from './update-back.ts';
import { checkForUpdate } from './update-check.ts';

const MAX_FILE_BYTES = 1024 * 1024 * 1024;
const CURRENT: Description = { version: VERSION, commit: COMMIT, schemaVersion: SCHEMA_VERSION };

export function addUpdate(program: Command, shell: Shell): void {
  const help =
    'replace this executable with a newer one, or go back; --check exits with status 3 when there is a newer one';
  const command = addCommand(program, shell, 'update', help, (run) => {
    const ways = ['check', 'back'].filter((name) => run.flags.on(name));
    if (ways.length > 1) throw new UsageError('say --check or --back, not both');
    if (ways[0] === 'check') return checkForUpdate(run);
    const executable = ownPath();
    if (ways[0] === 'back') return goBack(run, executable);
    return update(run, executable, run.flags.required('from'));
  });
  addSwitch(command, 'check', 'say whether a newer release is offered, and change nothing');
  addFlag(command, 'from', 'file', 'the new executable; with --check a release.json, as a file or an address');
  addFlag(command, 'update-url', 'url', 'where --check finds release.json; without it nobody is asked');
  addFlag(command, 'signature', 'file', 'the signature of --from; default the .minisig beside it');
  addFlag(command, 'sha256', 'hex', 'the SHA-256 that the file must have');
  addSwitch(command, 'allow-older', 'take an executable of an older version');
  addSwitch(command, 'back', 'put back the executable that the last update replaced');
  addSwitch(
    command,
    'restore',
    'with --back: also put back the copy of the database that the older executable can read',
  );
}

function ownPath(): string {
  if (!IS_EXECUTABLE) throw new UsageError('only the executable can be updated; from the sources run git pull', 1);
  const path = process.execPath;
  if (!existsSync(path)) {
    throw new UsageError(`${path} is no longer there: it was moved or replaced while this ran; run it again`, 1);
  }
  if (isPackaged(path)) {
    throw new UsageError(`${path} came with a package: run apt install ./docket_VERSION_ARCHITECTURE.deb instead`, 1);
  }
  return path;
}

interface Offer {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly verified: VerifiedFile;
}

/** Reads the file once, so that exactly the verified bytes are written. @throws UsageError */
function readOffer({ shell, flags }: Run, from: string): Offer {
  const file = resolve(shell.cwd, from);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile()) throw new UsageError(`--from: there is no file ${file}`);
  if (found.size > MAX_FILE_BYTES) throw new UsageError(`--from: ${file} is larger than an executable of Docket's`);
  const named = flags.text('signature');
  const readIf = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
  const signature = readIf(named === undefined ? `${file}.minisig` : resolve(shell.cwd, named));
  if (named !== undefined && signature === undefined) throw new UsageError(`--signature: there is no file ${named}`);
  const bytes = readFileSync(file);
  const sums = readIf(join(dirname(file), 'SHA256SUMS'));
  const credentials = { key: RELEASE_KEY, signature, pinned: flags.text('sha256'), sums };
  return { file, bytes, verified: verifyFile(basename(file), bytes, credentials) };
}

async function update(run: Run, executable: string, from: string): Promise<number> {
  const dataDir = dataDirOf(run.shell, run.flags);
  const schema = readSchemaVersion(databasePath(dataDir));
  if (schema === undefined) {
    throw new UsageError(
      `there is no Docket database in ${dataDir}: say where with --data, so that it can be copied and tried with the new file`,
      1,
    );
  }
  const { verified, bytes, file } = readOffer(run, from);
  const lock = acquireUpdateLock(dataDir);
  const staged = stageFor(bytes, executable, run.shell.world.clock.now());
  try {
    const found = await judge(run, { staged, file }, schema);
    const copy = keepCopyNow(dataDir, `before-${found.version}`, run.shell.world.clock.now());
    try {
      await selfTestFile(staged, dataDir, runFileOf(run.shell), file);
      swapIn(staged, executable);
    } catch (error) {
      // The copy is removed, because each try would otherwise leave a copy as large as the database.
      rmSync(copy, { force: true });
      throw error;
    }
    report(run, { executable, dataDir, found, verified, copy });
    return 0;
  } finally {
    rmSync(staged, { force: true });
    lock.release();
  }
}

function stageFor(bytes: Uint8Array, executable: string, nowMs: number): string {
  try {
    return stage(bytes, executable, nowMs);
  } catch (error) {
    throw new UsageError(
      `cannot write beside ${executable}: ${errorText(error)}; run it as the owner of that folder`,
      1,
    );
  }
}

interface StagedFile {
  /** The path of the new executable, which is written next to the one that it will replace. */
  readonly staged: string;
  readonly file: string;
}

/** Runs the new file to learn its version and schema, and refuses an unsuitable file. @throws UsageError */
async function judge({ shell, flags }: Run, { staged, file }: StagedFile, schema: number): Promise<Description> {
  const found = await describeFile(staged, runFileOf(shell), file);
  if (found.schemaVersion < schema) {
    throw new UsageError(
      `the new file knows schema ${found.schemaVersion}, the database has ${schema}: it would refuse to start (nothing was changed)`,
      1,
    );
  }
  if (compareVersions(found.version, VERSION) < 0 && !flags.on('allow-older')) {
    throw new UsageError(
      `the new file is ${found.version}, older than this one (${VERSION}): use --back for the one before, or say --allow-older (nothing was changed)`,
      1,
    );
  }
  return found;
}

interface UpdateResult {
  readonly executable: string;
  readonly dataDir: string;
  readonly found: Description;
  readonly verified: VerifiedFile;
  readonly copy: string;
}

function report(run: Run, { executable, dataDir, found, verified, copy }: UpdateResult): void {
  const running = findServing(dataDir);
  const { version, commit, schemaVersion } = found;
  run.print(
    {
      updated: true,
      executable,
      previous: previousOf(executable),
      copy,
      from: CURRENT,
      to: { version, commit, schemaVersion },
      sha256: verified.sha256,
      trustedComment: verified.trustedComment ?? null,
      serving: running?.pid ?? null,
    },
    [
      verified.trustedComment === undefined
        ? `verified by the SHA-256 given: ${verified.sha256}`
        : `verified: signed (${verified.trustedComment}), SHA-256 ${verified.sha256}`,
      `${executable} is now ${version} (commit ${commit}, schema ${schemaVersion}); it was ${VERSION} (${COMMIT}, ${SCHEMA_VERSION})`,
      `the database as it was is kept in ${copy}`,
      `the old executable is kept in ${previousOf(executable)}: docket update --back`,
      restartLine(running?.pid),
    ],
  );
}
