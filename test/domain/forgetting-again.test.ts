import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { type FileSteps, forgetAgain, listForgettings, listOpen } from '../../src/forgetting/index.ts';
import { createOrder } from '../../src/orders/index.ts';
import type { Storage } from '../../src/storage/index.ts';
import { orderBody } from '../support/docket.ts';
import { asSecond, forget, IDLE_FILES, keeperOf } from '../support/forgetting.ts';
import { openTestStore, type TestStore } from '../support/store.ts';
import { seededRandom } from '../support/world.ts';

/** While a restored backup forgets clients again, nobody is served. So the forgettings share what takes long. */

const phoneOf = (at: number): string => `+7916123${1000 + at}`;
const going = () => Promise.resolve(true);

/** Marks the forgettings to be done again. A restore of a backup from before them does the same. */
const comesBack = ({ storage }: TestStore): Promise<unknown> =>
  storage.write(({ db }) =>
    db.run(sql`UPDATE forgettings SET again = 1, step = 'imports', place = '[]', finished_at = NULL`),
  );

const again = (storage: Storage, files: FileSteps = IDLE_FILES, goOn = going) =>
  forgetAgain({ storage, random: seededRandom(7), files, goOn });

/** Counts the calls of each step that changes files. */
function counting(done: (calls: number) => boolean = () => true) {
  const calls = { search: 0, file: 0, copies: 0 };
  const files: FileSteps = {
    search: () => Promise.resolve(true),
    async file() {
      calls.file += 1;
      return done(calls.file);
    },
    async copies() {
      calls.copies += 1;
      return 0;
    },
  };
  return { calls, files };
}

const CLIENTS = 6;

/** Two workspaces, each with an order of every client and a forgetting of each that a restore has undone. */
async function forgetMany(store: TestStore): Promise<TestStore> {
  const second = await asSecond(store);
  for (const one of [store, second]) {
    for (let at = 0; at < CLIENTS; at += 1) {
      await createOrder(one.ctx(), orderBody({ client: { name: 'Anna', phone: phoneOf(at) } }));
      await forget(one, { phone: phoneOf(at) });
    }
  }
  await comesBack(store);
  return second;
}

test('forgettings that a restore made necessary share one rewrite of the file', async () => {
  await using store = await openTestStore();
  await forgetMany(store);
  const { calls, files } = counting();
  const steps: string[][] = [];
  const file: FileSteps['file'] = (one) => {
    steps.push([...new Set(listOpen(store.storage.read).map(({ step }) => step))]);
    return files.file(one);
  };
  expect(await again(store.storage, { ...files, file })).toEqual([]);
  expect(calls).toMatchObject({ file: 1, copies: 2 * CLIENTS });
  // The rewrite waits for the last of them.
  expect(steps).toEqual([['file']]);
});

test('a rewrite that fails is tried once for all forgettings that wait for it, and all of them go on waiting', async () => {
  await using store = await openTestStore();
  await forgetMany(store);
  const { calls, files } = counting((calls) => calls > 1);
  expect(await again(store.storage, files)).toHaveLength(2 * CLIENTS);
  expect([calls, listOpen(store.storage.read).every(({ step }) => step === 'file')]).toEqual([
    { search: 0, file: 1, copies: 0 },
    true,
  ]);
  expect(await again(store.storage, files)).toEqual([]);
  expect(calls).toMatchObject({ file: 2, copies: 2 * CLIENTS });
});

test('a start that is stopped before the rewrite of the file leaves it for the next start', async () => {
  await using store = await openTestStore();
  await forgetMany(store);
  const { calls, files } = counting();
  const goOn = () => Promise.resolve(listOpen(store.storage.read).some(({ step }) => step !== 'file'));
  await again(store.storage, files, goOn);
  expect([calls.file, listOpen(store.storage.read).length]).toEqual([0, 2 * CLIENTS]);
  await again(store.storage, files);
  expect([calls.file, listOpen(store.storage.read).length]).toEqual([1, 0]);
});

test('the rewrite before a start also serves a waiting forgetting that the restore does not concern', async () => {
  await using store = await openTestStore();
  const { storage } = store;
  await forgetMany(store);
  await storage.write(({ db }) => db.run(sql`UPDATE forgettings SET again = 0, step = 'file' WHERE seq = 1`));
  let rewrites = 0;
  const keeper = keeperOf(store, async () => {
    rewrites += 1;
    return true;
  });
  await keeper.again();
  expect([rewrites, listOpen(storage.read).map(({ seq }) => seq)]).toEqual([1, [1]]);
  keeper.start();
  while (listForgettings(storage.read, store.workspace.seq).some(({ finishedAt }) => finishedAt === null))
    await Bun.sleep(1);
  await keeper.stop(60_000);
  expect(rewrites).toBe(1);
});
