import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { addStep, INQUIRY_FLOW } from '../../src/flows/index.ts';
import { moveInquiry, readBoard, readInquiriesOverview, removeStage } from '../../src/inquiries/index.ts';
import { inspect } from '../../src/storage/index.ts';
import { workOf } from '../support/count-work.ts';
import { addInquiry, openTestStore, type TestStore } from '../support/store.ts';

const DAY_MS = 86_400_000;

const send = (store: TestStore): Promise<string> => addInquiry(store.ctx(), { text: 'Roses' });

test('the stored counts of the stages stay right after any change, including a stage’s removal', async () => {
  await using store = await openTestStore();
  const { clock } = store.world;
  const extra = await addStep(store.ctx(), {
    flow: INQUIRY_FLOW,
    language: 'en',
    name: 'Extra',
    tone: 'busy',
    group: 'work',
  });
  const first = await send(store);
  clock.set(clock.now() + DAY_MS);
  const second = await send(store);
  await moveInquiry(store.ctx(), { id: first, stageId: extra.id });
  await Promise.all([
    moveInquiry(store.ctx(), { id: second, stageId: extra.id }),
    removeStage(store.ctx(), { id: extra.id, to: undefined }).catch(() => 0),
    removeStage(store.ctx(), { id: extra.id, to: 'stage-in-work' }),
    moveInquiry(store.ctx(), { id: first, stageId: 'stage-done' }),
    send(store),
  ]);
  expect(inspect(store.dataDir)?.problems).toEqual([]);
  const counts = (await readBoard(store.ctx(), 10)).stages.map(({ id, count }) => [id, count]);
  expect(counts).toEqual([
    ['stage-new', 1],
    ['stage-in-work', 1],
    ['stage-done', 1],
  ]);
});

test('a moved card is sorted by its inquiry’s arrival time, and then by creation order', async () => {
  await using store = await openTestStore();
  const { clock } = store.world;
  const ids = [await send(store), await send(store)];
  clock.set(clock.now() + DAY_MS);
  ids.push(await send(store), await send(store));
  const places = [];
  for (const id of ids) places.push((await moveInquiry(store.ctx(), { id, stageId: 'stage-done' })).position);
  // Newer cards come before older ones that were moved there.
  expect(places).toEqual([1, 1, 1, 1]);
  const again = [];
  for (const id of ids) again.push(await moveInquiry(store.ctx(), { id, stageId: 'stage-done' }));
  expect(again.map(({ position, count }) => [position, count])).toEqual([
    [4, 4],
    [3, 4],
    [2, 4],
    [1, 4],
  ]);
});

test('the median arrival time of inquiries is looked up only among the inquiries of one day', async () => {
  await using store = await openTestStore();
  const { clock } = store.world;
  const fill = async (aDay: number): Promise<void> => {
    const begin = clock.now();
    for (let day = 0; day < 10; day += 1) {
      clock.set(begin + day * DAY_MS);
      await Promise.all(Array.from({ length: aDay }, () => send(store)));
    }
    clock.set(begin);
  };
  const work = () =>
    workOf(store, async () => {
      await readInquiriesOverview(store.ctx(), { longBefore: clock.now() + 5 * DAY_MS, nowMs: clock.now() });
      await readBoard(store.ctx(), 5);
    });
  await fill(10);
  const few = await work();
  await fill(90);
  const many = await work();
  // The median inquiry is looked up only among the inquiries of its day.
  expect(many.steps).toBeLessThan(few.steps + 90 * 25);
  expect(many.pages).toBeLessThan(few.pages * 1.5 + 20);
});

test('each statement that counts the inquiries of a busy day reads only a limited number of them', async () => {
  await using store = await openTestStore();
  const id = await send(store);
  const count = 60_000;
  using db = new Database(store.storage.path);
  db.run(
    `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)
      INSERT INTO inquiries (id, workspace_seq, source, fingerprint, version, stage_id, created_at, updated_at, payload)
      SELECT randomblob(16), workspace_seq, source, fingerprint, version, stage_id, created_at - n % 20000, updated_at, payload FROM n, inquiries`,
    [count - 1],
  );
  db.run('UPDATE inquiry_days SET inquiries = ?', [count]);
  await new Promise(setImmediate);
  const now = store.world.clock.now();
  const { statements } = await workOf(store, async () => {
    // Two other inquiries of the same millisecond were made later, so they come first.
    expect(await moveInquiry(store.ctx(), { id, stageId: 'stage-new' })).toMatchObject({ position: 3, count });
    const { stages, longUntouched } = await readInquiriesOverview(store.ctx(), { longBefore: now, nowMs: now });
    expect([longUntouched, stages[0]?.medianAt]).toEqual([count - 3, now - 9_999]);
  });
  // A slice reads 5,000 inquiries, with 16 steps for each.
  expect(Math.max(...statements.map(({ steps }) => steps))).toBeLessThan(100_000);
});
