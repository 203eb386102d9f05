import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { enterSealKey, type PaperKey, rotateSealKey, showSealKey, takeSealKey } from '../seal/index.ts';
import { databasePath, makeDataDir, readSealKeys, type Storage, sealKeyPath } from '../storage/index.ts';
import { addCommand, addStoreCommand, COMMAND_ACTOR, type Run, withStorage } from './command.ts';
import { addFlag, dataDirOf } from './flags.ts';
import type { Shell } from './shell.ts';

export function addSeal(program: Command, shell: Shell): void {
  const group = program.command('seal').description('the key that seals backups and secrets, for the recovery sheet');
  addStoreCommand(group, shell, 'show', 'print the key as the lines of a recovery sheet; it opens every secret', show);
  addCommand(group, shell, 'list', 'name the keys that are here, without showing them', list);
  addStoreCommand(group, shell, 'rotate', 'make a new key, seal all secrets with it, and keep the one before', rotate);
  const enter = addCommand(group, shell, 'enter', 'put the key of a recovery sheet in force', enterKey);
  addFlag(enter, 'seal-key', 'lines', 'the lines of the sheet; default: they are read from standard input');
}

const linesOf = ({ name, text }: PaperKey): string[] => [
  `key ${name}`,
  ...text.split('\n'),
  'Anyone with these lines and a backup reads every secret in it, and can make a backup that is taken for yours.',
  'Print them or save them away from this machine and from the backups. Without them, secrets do not survive its loss.',
];

async function show(run: Run, storage: Storage): Promise<void> {
  const key = await showSealKey({ storage, actor: COMMAND_ACTOR });
  run.print({ key: key.name, lines: key.text.split('\n') }, linesOf(key));
}

async function list(run: Run): Promise<void> {
  const keys = readSealKeys(sealKeyPath(databasePath(dataDirOf(run.shell, run.flags)))).map(({ name }) => name);
  run.print(
    { keys },
    keys.length === 0 ? ['no key yet'] : keys.map((name, at) => `${name}${at === 0 ? '  in force' : ''}`),
  );
}

async function rotate(run: Run, storage: Storage): Promise<void> {
  const key = await rotateSealKey({ storage, actor: COMMAND_ACTOR });
  run.print({ key: key.name, lines: key.text.split('\n') }, [
    ...linesOf(key),
    'The recovery sheet of the key before opens older backups only: print this one, and make a backup now.',
  ]);
}

async function enterKey(run: Run): Promise<void> {
  const { shell, flags } = run;
  const sealKey = flags.text('seal-key') ?? (await shell.readStdin());
  const dataDir = dataDirOf(shell, flags);
  const path = databasePath(dataDir);
  makeDataDir(dataDir);
  // On a new machine there is no database yet, because the seal key is entered before the restore.
  const { name } = existsSync(path)
    ? await withStorage(run, (storage) => enterSealKey({ storage, actor: COMMAND_ACTOR }, { sealKey }))
    : takeSealKey(path, { sealKey });
  run.print({ key: name }, [`key ${name} is in force`]);
}
