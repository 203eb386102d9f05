import type { Command } from 'commander';
import { checkBackup, chooseToRestore, dropStaged, openShelf } from '../backups/index.ts';
import { UsageError } from '../base/index.ts';
import {
  databasePath,
  findInstallation,
  makeDataDir,
  type Restored,
  refuseToOverwrite,
  restoreDatabase,
} from '../storage/index.ts';
import { targetOf } from './backup.ts';
import { addCommand, COMMAND_ACTOR, type Run } from './command.ts';
import { addSwitch, dataDirOf } from './flags.ts';
import { readObjectStoreSettings } from './object-store-settings.ts';
import { describeBackup, rowsOf } from './say-backup.ts';
import type { Shell } from './shell.ts';

export function addRestore(program: Command, shell: Shell): void {
  const command = addCommand(
    program,
    shell,
    'restore',
    'replace the database with a backup, and keep what was there',
    restore,
  );
  command.argument('<source>', 'file, folder (its newest backup), or s3://bucket/key');
  addSwitch(command, 'force', 'put the database that is there aside');
}

async function restore(run: Run): Promise<undefined> {
  const { shell, flags } = run;
  if (run.args.length === 0) throw new UsageError('say what to restore: a file, a folder, or s3://bucket/key');
  const dataDir = dataDirOf(shell, flags);
  const force = flags.on('force');
  // Before anything is fetched or made.
  refuseToOverwrite(dataDir, force);
  const target = targetOf(run, 'as written');
  const nowMs = shell.world.clock.now();
  makeDataDir(dataDir);
  const shelf = openShelf(target, readObjectStoreSettings(shell), dataDir, 'to read');
  const name = await chooseToRestore(shelf, target, findInstallation(databasePath(dataDir)), nowMs);
  const s3 = readObjectStoreSettings(shell);
  const { address, staged } = await checkBackup({ target, name, s3, folder: dataDir, reading: 'staged', nowMs });
  if (staged === undefined) throw new Error('a staged backup has no path');
  try {
    const restored = restoreDatabase(dataDir, staged, {
      holder: run.holder,
      nowMs,
      force,
      name: address,
      actor: COMMAND_ACTOR,
    });
    report(run, address, restored);
  } finally {
    dropStaged(staged);
  }
  return undefined;
}

function report(run: Run, address: string, { before, after, kept, backup }: Restored): void {
  const { document, lines } = describeBackup(address, backup);
  run.print({ ok: true, ...document, before, after, kept }, [
    ...lines.slice(0, 1),
    kept === null
      ? 'before: nothing was there'
      : `before: ${before === null ? 'what was there could not be read' : `rows ${rowsOf(before)}`}; it is kept in ${kept}`,
    `after: rows ${rowsOf(after)}`,
    'Keys, passwords and sessions are as they were then: revoke again what was revoked since. Start docket serve.',
  ]);
}
