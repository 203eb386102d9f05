/** Libraries of other languages, downloaded once by name from each registry. */

import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedFolder } from './cached.ts';
import { type Lack, lacksTool } from './tools.ts';

/** The path of a prepared tool, or the reason why its tests cannot run here. */
export type PreparedTool = { readonly lack: undefined; readonly path: string } | { readonly lack: string };

function tell(command: readonly string[], cwd: string): void {
  const { success, stderr } = Bun.spawnSync([...command], { cwd, stdin: 'ignore' });
  if (!success) throw new Error(`${command.join(' ')}: ${stderr}`);
}

function prepare(lack: Lack, registry: string, make: () => string): PreparedTool {
  if (lack !== undefined) return { lack };
  try {
    return { lack: undefined, path: make() };
  } catch (error) {
    // With `DOCKET_TEST_ALL=1`, a skipped test is a failure, so the reason must be shown.
    process.stderr.write(`${String(error)}\n`);
    return { lack: `${registry} could not be reached` };
  }
}

const keyOf = (file: string): string =>
  new Bun.CryptoHasher('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);

/**
 * A Python with libraries.
 * @param requirements a requirements file of pip, with a version for each library
 * @returns the path of the interpreter
 */
export const pythonWith = (requirements: string): PreparedTool =>
  prepare(lacksTool('python3'), 'the registry of Python', () => {
    const folder = cachedFolder(`python-${keyOf(requirements)}`, (draft) => {
      tell(['python3', '-m', 'venv', draft], draft);
      tell([join(draft, 'bin/python'), '-m', 'pip', 'install', '--quiet', '-r', requirements], draft);
    });
    return join(folder, 'bin/python');
  });

/**
 * npm packages in a separate tree from the repository's own.
 * @param folder with `package.json` and `bun.lock`
 * @returns their `node_modules`
 */
export const packagesOf = (folder: string): PreparedTool =>
  prepare(undefined, 'the registry of npm', () => {
    const made = cachedFolder(`npm-${keyOf(join(folder, 'bun.lock'))}`, (draft) => {
      for (const name of ['package.json', 'bun.lock']) cpSync(join(folder, name), join(draft, name));
      tell([process.execPath, 'install', '--frozen-lockfile', '--ignore-scripts'], draft);
    });
    return join(made, 'node_modules');
  });

/** Downloads the requirements of a Go module. @param folder with `go.mod` and `go.sum` */
export const lacksGoModules = (folder: string): Lack =>
  prepare(lacksTool('go'), 'the registry of Go', () => {
    tell(['go', 'mod', 'download'], folder);
    return folder;
  }).lack;
