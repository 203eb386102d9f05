import { COMMIT, toIso, UsageError, VERSION } from '../base/index.ts';
import {
  acquireUpdateLock,
  type Copy,
  databasePath,
  findServing,
  listCopies,
  putBack,
  readSchemaVersion,
  type WriteCounts,
  writtenSince,
} from '../storage/index.ts';
import { describeFile, getPrevious, swapIn } from '../updates/index.ts';
import type { Run } from './command.ts';
import { dataDirOf } from './flags.ts';
import { runFileOf } from './run-file.ts';

/** Restores the executable that the last update replaced, and the database only on request. */
export async function goBack(run: Run, executable: string): Promise<number> {
  const dataDir = dataDirOf(run.shell, run.flags);
  const schema = readSchemaVersion(databasePath(dataDir));
  if (schema === undefined) throw new UsageError(`there is no Docket database in ${dataDir}: say where with --data`, 1);
  const lock = acquireUpdateLock(dataDir);
  try {
    const previous = getPrevious(executable);
    const found = await describeFile(previous, runFileOf(run.shell));
    const moved = schema > found.schemaVersion;
    const put = swapIn(previous, executable, () =>
      moved ? restoreFor(run, dataDir, found.schemaVersion, schema) : undefined,
    );
    const serving = findServing(dataDir)?.pid;
    run.print(
      {
        back: true,
        executable,
        previous,
        from: { version: VERSION, commit: COMMIT },
        to: found,
        setAside: put?.aside ?? null,
      },
      [
        `${executable} is ${found.version} (commit ${found.commit}, schema ${found.schemaVersion}) again; ${VERSION} is kept in ${previous}`,
        ...(put === undefined
          ? []
          : [`the copy is in the database's place; what stood there is kept in ${put.aside}`, SETTLED]),
        ...(put?.isHeld === true ? ['Nobody gets in yet: docket access open lets them in.'] : []),
        restartLine(serving),
      ],
    );
    return 0;
  } finally {
    lock.release();
  }
}

const SETTLED = 'Everybody is signed out. People and keys that were removed or revoked since stay so.';

/**
 * Puts back the copy of the database from before the update, because the older executable refuses the current schema.
 * @throws UsageError unless a restore is requested
 */
function restoreFor(run: Run, dataDir: string, known: number, schema: number) {
  const copy = listCopies(dataDir).find(({ schemaVersion }) => schemaVersion <= known && schemaVersion > 0);
  const moved = `the database has schema ${schema}, the executable before knows ${known}`;
  if (copy === undefined) {
    throw new UsageError(`${moved}, and no copy that it can read lies in ${dataDir} (nothing was changed)`, 1);
  }
  const lost = describeLoss(writtenSince(dataDir, copy.path), copy);
  if (!run.flags.on('restore')) {
    throw new UsageError(
      `${moved}. Going back needs the copy ${copy.path}: ${lost}. Say --restore to do so, with the server stopped (nothing was changed)`,
      1,
    );
  }
  const { clock } = run.shell.world;
  const put = putBack(dataDir, copy.path, run.holder, clock.now());
  run.shell.err(`docket: ${lost}\n`);
  return put;
}

function describeLoss({ orders, changes, payments, inquiries }: WriteCounts, copy: Copy): string {
  return `of what was written after ${toIso(copy.takenMs)}, ${orders} orders, ${payments} payments, ${inquiries} inquiries and ${changes} changes of orders in all are not in it (they stay in the file set aside)`;
}

const HOW_TO_RESTART = process.platform === 'linux' ? ' (systemctl restart docket)' : '';

/** Returns the advice to start or restart the server. A command does not end the server's process itself. */
export function restartLine(pid: number | undefined): string {
  return pid === undefined
    ? 'no server runs on this data: start it as ever'
    : `process ${pid} still runs the executable it was started from: restart it${HOW_TO_RESTART}`;
}
