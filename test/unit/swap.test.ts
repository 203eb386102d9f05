import { expect, test } from 'bun:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getPrevious, swapIn } from '../../src/updates/index.ts';
import { tempDir } from '../support/store.ts';

/** The files of a folder after a power failure during a swap. */
function leave(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return join(folder, 'docket');
}

test('an interrupted swap of executables is completed before the previous executable is looked up', () => {
  using dir = tempDir();
  const executable = leave(dir.path, { docket: 'new', 'docket.swapping': 'old', 'docket.previous': 'older' });
  expect(readFileSync(getPrevious(executable), 'utf8')).toBe('old');
  expect(existsSync(`${executable}.swapping`)).toBe(false);
});

test('the temporary file of an interrupted swap of executables is deleted if the current executable was not replaced yet', () => {
  using dir = tempDir();
  const executable = leave(dir.path, { docket: 'old', 'docket.swapping': 'old', 'docket.previous': 'older' });
  expect(readFileSync(getPrevious(executable), 'utf8')).toBe('older');
  expect(existsSync(`${executable}.swapping`)).toBe(false);
});

test('a swap keeps the current executable as the previous one, whatever an earlier swap left', () => {
  using dir = tempDir();
  const executable = leave(dir.path, { docket: 'new', 'docket.swapping': 'old', offered: 'newest' });
  swapIn(join(dir.path, 'offered'), executable);
  expect([readFileSync(executable, 'utf8'), readFileSync(`${executable}.previous`, 'utf8')]).toEqual(['newest', 'new']);
  expect(existsSync(`${executable}.swapping`)).toBe(false);
});
