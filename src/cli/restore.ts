import type { Command } from 'commander';
import { type BackupTarget, checkBackup, chooseToRestore, dropStaged, openShelf } from '../backups/index.ts';
import { UsageError } from '../base/index.ts';
import { forgetAgain } from '../forgetting/index.ts';
import {
  databasePath,
  findInstallation,
  makeDataDir,
  type RestoreResult,
  readSealKeys,
  refuseOtherSeal,
  refuseToOverwrite,
  restoreDatabase,
  sealKeyPath,
  type VerifiedBackup,
  whoSealed,
} from '../storage/index.ts';
import { describeAccess } from './access.ts';
import { targetOf } from './backup.ts';
import { filesUnserved } from './client.ts';
import { addCommand, COMMAND_ACTOR, type Run, withStorage } from './command.ts';
import { addSwitch, dataDirOf } from './flags.ts';
import { readObjectStoreSettings } from './object-store-settings.ts';
import { describeBackup, rowsOf } from './say-backup.ts';
import type { Shell } from './shell.ts';

export function addRestore(program: Command, shell: Shell): void {
  const help = 'replace the database with a backup, and keep what was there';
  const command = addCommand(program, shell, 'restore', help, restore);
  command.argument('<source>', 'file, folder (its newest backup), s3://bucket/folder or s3://bucket/name.db');
  addSwitch(command, 'force', 'put the database that is there aside, and take a backup that no key here has sealed');
  addSwitch(
    command,
    'hold',
    'let nobody in before docket access open, where nothing here knows what was revoked since',
  );
}

async function restore(run: Run): Promise<void> {
  const { shell, flags } = run;
  if (run.args.length === 0)
    throw new UsageError('say what to restore: a file, a folder, s3://bucket/folder or s3://bucket/name.db');
  const dataDir = dataDirOf(shell, flags);
  const force = flags.on('force');
  // Refuses before anything is downloaded or created.
  refuseToOverwrite(dataDir, force);
  const target = targetOf(run, 'as written');
  const nowMs = shell.world.clock.now();
  makeDataDir(dataDir);
  const s3 = readObjectStoreSettings(shell);
  const shelf = openShelf(target, s3, dataDir, 'to read');
  const name = await chooseToRestore(shelf, target, findInstallation(databasePath(dataDir)), nowMs);
  const check = { target, name, s3, folder: dataDir, reading: 'staged', nowMs } as const;
  const { address, verified, staged } = await checkBackup(check);
  if (staged === undefined) throw new Error('a staged backup has no path');
  try {
    const anySeal = mayTakeAnySeal(run, target, verified, address);
    const restored = restoreDatabase(dataDir, staged, {
      holder: run.holder,
      nowMs,
      force,
      anySeal,
      name: address,
      actor: COMMAND_ACTOR,
      hold: flags.on('hold'),
      receipt: null,
    });
    await forgetRestored(run);
    await report(run, address, restored);
  } finally {
    dropStaged(staged);
  }
}

/**
 * Decides whether to restore the backup in spite of its seal. If no seal key of this machine has sealed the backup, the
 * user must give --force. The user also gets a warning. If the user named only a folder and the machine has seal keys,
 * even --force is not enough.
 * @returns true to restore a backup that no key of this machine has sealed; false if a key of this machine has sealed
 * it
 * @throws UsageError if the backup is refused
 */
function mayTakeAnySeal(
  { shell, flags }: Run,
  target: BackupTarget,
  { seal }: VerifiedBackup,
  address: string,
): boolean {
  const path = databasePath(dataDirOf(shell, flags));
  if (whoSealed(path, seal) === 'here') return false;
  const chosen = target.file === undefined && readSealKeys(sealKeyPath(path)).length > 0;
  if (!flags.on('force')) refuseOtherSeal(path, seal, address);
  if (chosen) {
    throw new UsageError(
      `${address} is the newest of its folder, and no key here has sealed it: name the file itself to take it with --force (nothing was touched)`,
      1,
    );
  }
  const said = seal === null ? 'no key' : `the key ${seal.key}, which is not here`;
  shell.err(`warning: ${address} is sealed with ${said}: somebody else may have made it; it is taken by --force\n`);
  return true;
}

/** Forgets clients again if the shop forgot them after the backup was made. The backup may still contain them. */
const forgetRestored = (run: Run): Promise<unknown> =>
  withStorage(run, (storage) =>
    forgetAgain({
      storage,
      random: run.shell.world.random,
      files: filesUnserved(storage),
      goOn: () => Promise.resolve(true),
    }),
  );

async function report(run: Run, address: string, restored: RestoreResult): Promise<void> {
  const { before, after, kept, backup, access } = restored;
  const sealed = whoSealed(databasePath(dataDirOf(run.shell, run.flags)), backup.seal);
  const { document, lines } = describeBackup(address, backup, sealed);
  const list =
    access === 'checked'
      ? undefined
      : await withStorage(run, async (storage) => describeAccess(storage, run.shell.world.clock.now()));
  run.print({ ok: true, ...document, before, after, kept, access, ...list?.document }, [
    ...lines.slice(0, 1),
    kept === null
      ? 'before: nothing was there'
      : `before: ${before === null ? 'what was there could not be read' : `rows ${rowsOf(before)}`}; it is kept in ${kept}`,
    `after: rows ${rowsOf(after)}`,
    ...(list === undefined ? [] : [UNKNOWN, ...list.lines]),
    NEXT[access],
  ]);
}

const UNKNOWN = 'It is not known what was revoked since the backup was made. It brings back:';
const STRIKE = 'docket access strike ID takes one away for good';
const NEXT = {
  checked: 'Everybody is signed out. People and keys that were removed or revoked since stay so. Start docket serve.',
  held: `Nobody gets in yet: ${STRIKE}, docket access open lets the others in. Start docket serve.`,
  'as then': `They get in once docket serve runs. Before you start it: ${STRIKE}.`,
} as const;
