import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, silentLog } from '../../src/base/index.ts';
import { watchSoundness } from '../../src/worker/index.ts';
import { openTestStore, tempDir } from '../support/store.ts';
import { until } from '../support/until.ts';

const MINUTE_MS = 60_000;

test('a database check without a free file descriptor is retried at growing intervals, and a successful one is repeated daily', async () => {
  await using store = await openTestStore();
  const waits: number[] = [];
  let [hasRoom, cancelled] = [false, 0];
  let look = (): void => undefined;
  const watch = watchSoundness({
    storage: store.storage,
    log: silentLog,
    smallBytes: 0,
    mayBegin: () => hasRoom,
    later(ms, then) {
      waits.push(ms);
      look = then;
      return () => {
        cancelled += 1;
      };
    },
  });
  watch.start();
  for (let again = 0; again < 12; again += 1) look();
  expect(waits.slice(0, 4)).toEqual([1, 2, 4, 8].map((minutes) => minutes * MINUTE_MS));
  expect(waits.slice(-2)).toEqual([DAY_MS, DAY_MS]);
  hasRoom = true;
  look();
  await until('a look that was good', () => waits.length === 14);
  expect(waits.at(-1)).toBe(DAY_MS);
  hasRoom = false;
  look();
  expect(waits.at(-1)).toBe(MINUTE_MS);
  const before = cancelled;
  watch.stop();
  expect(cancelled).toBe(before + 1);
  look();
  expect(waits).toHaveLength(15);
});

/**
 * Makes the first check of a database file, without a thread.
 * @returns the pauses until the next checks, and the faults found
 */
async function firstLook(path: string) {
  const [waits, faults]: [number[], string[]] = [[], []];
  const watch = watchSoundness({
    storage: { path, damage: { found: () => undefined, note: (what) => faults.push(what), listen: () => undefined } },
    log: silentLog,
    mayBegin: () => false,
    later(ms) {
      waits.push(ms);
      return () => undefined;
    },
  });
  watch.start();
  await watch.looked(MINUTE_MS);
  return { waits, faults };
}

test('a small database file is checked at the start, and again by a thread soon after', async () => {
  using dir = tempDir();
  const path = join(dir.path, 'some.db');
  using db = new Database(path, { create: true });
  db.run('CREATE TABLE words (word TEXT)');
  db.run("INSERT INTO words VALUES ('rose')");
  db.close();
  expect(await firstLook(path)).toEqual({ waits: [5_000], faults: [] });
  const bytes = readFileSync(path);
  const page = bytes.readUInt16BE(16);
  // Damages the number of rows on the second page.
  writeFileSync(path, bytes.fill(0xff, page + 3, page + 5));
  const { waits, faults } = await firstLook(path);
  expect(waits).toEqual([5_000]);
  expect(faults).toEqual([expect.stringContaining('words')]);
});
