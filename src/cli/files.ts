import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { errorCode, errorText, ownFolder, UsageError, writeSynced } from '../base/index.ts';
import { loadManual } from '../manual/index.ts';
import { addCommand } from './command.ts';
import type { Shell } from './shell.ts';

/** Settings and units contain no secret, and users other than root may read them. */
const FILE_MODE = 0o644;
const FOLDER_MODE = 0o755;

export function addFiles(program: Command, shell: Shell): void {
  const help =
    'write the files that the manual names (docket.service, nginx.conf …) into a folder; without one, list them';
  const command = addCommand(program, shell, 'files', help, async (run) => {
    const { files } = await loadManual();
    const names = [...files.keys()];
    const [dir] = run.args;
    if (dir === undefined) {
      run.print({ files: names }, [...names, 'docket files DIR writes them; docket help NAME prints one']);
      return;
    }
    if (dir === '') throw new UsageError('the folder must not be empty');
    const folder = resolve(shell.cwd, dir);
    writeFiles(folder, files);
    run.print(
      { folder, files: names },
      names.map((name) => join(folder, name)),
    );
  });
  command.argument('[dir]', 'where to; it may be there, without any of them in it');
}

/** Writes all files or none. @throws UsageError if one of them exists, or if the folder's path is a link or a file */
function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  const stands = lstatSync(folder, { throwIfNoEntry: false });
  if (stands !== undefined && !stands.isDirectory()) {
    throw new UsageError(`${folder} is no folder: name one, or one that is not there yet`, 1);
  }
  const own = ownFolder(folder);
  const paths = [...files.keys()].map((name) => join(own, name));
  const taken = paths.find((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  if (taken !== undefined)
    throw new UsageError(`${taken} is there already, and nothing was written: name another folder`, 1);
  const written: string[] = [];
  try {
    mkdirSync(own, { recursive: true, mode: FOLDER_MODE });
    for (const [name, text] of files) {
      const path = join(own, name);
      written.push(path);
      writeSynced(path, new TextEncoder().encode(text), FILE_MODE);
    }
  } catch (error) {
    // Another process made this file at this very moment, so the file stays.
    if (errorCode(error) === 'EEXIST') written.pop();
    for (const path of written) rmSync(path, { force: true });
    throw new UsageError(`nothing was written into ${folder}: ${errorText(error)}`, 1);
  }
}
