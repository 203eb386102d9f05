import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of one run of all tests (scripts/run-tests.ts); files that are run by themselves have none. */
const RUN_FOLDER = process.env['DOCKET_TEST_FOLDER'];

/**
 * Fills a folder as `make` does. In a run of all tests that is done once for each name, and everybody else is given a copy;
 * several processes may want the first one at the same time.
 *
 * @param make fills the folder; what it returns is kept as JSON and given out with each copy
 */
export async function fillFolder<T>(name: string, folder: string, make: (folder: string) => Promise<T>): Promise<T> {
  if (RUN_FOLDER === undefined) return make(folder);
  const made = join(RUN_FOLDER, name);
  if (!existsSync(made)) await makeAt(made, make);
  cpSync(join(made, 'folder'), folder, { recursive: true });
  return JSON.parse(readFileSync(join(made, 'returned.json'), 'utf8')) as T;
}

/** Complete or not there at all: anyone who finds it takes it as it is. */
async function makeAt<T>(made: string, make: (folder: string) => Promise<T>): Promise<void> {
  const draft = mkdtempSync(`${made}.draft-`);
  mkdirSync(join(draft, 'folder'), { mode: 0o700 });
  writeFileSync(join(draft, 'returned.json'), JSON.stringify(await make(join(draft, 'folder'))));
  try {
    renameSync(draft, made);
  } catch (error) {
    // Another process was sooner, and what it made is as good.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(made)) throw error;
  }
}
