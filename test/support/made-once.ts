import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of one run of all tests (scripts/run-tests.ts); a file that is run alone has none. */
const RUN_FOLDER = process.env['DOCKET_TEST_FOLDER'];

/**
 * Fills a folder by calling `make`. In a run of all tests, a later call with the same `name` copies the earlier result.
 * @param make fills the folder; its result is kept as JSON and returned with each copy
 */
export async function fillFolder<T>(name: string, folder: string, make: (folder: string) => Promise<T>): Promise<T> {
  if (RUN_FOLDER === undefined) return make(folder);
  const made = join(RUN_FOLDER, name);
  if (!existsSync(made)) await makeAt(made, make);
  cpSync(join(made, 'folder'), folder, { recursive: true });
  return JSON.parse(readFileSync(join(made, 'returned.json'), 'utf8')) as T;
}

/** Fills a draft and renames it once it is complete. So a process that finds the folder can use it. */
async function makeAt<T>(made: string, make: (folder: string) => Promise<T>): Promise<void> {
  const draft = mkdtempSync(`${made}.draft-`);
  mkdirSync(join(draft, 'folder'), { mode: 0o700 });
  writeFileSync(join(draft, 'returned.json'), JSON.stringify(await make(join(draft, 'folder'))));
  try {
    renameSync(draft, made);
  } catch (error) {
    // Another process was quicker, and its result is as good.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(made)) throw error;
  }
}
