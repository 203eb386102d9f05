import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import fc from 'fast-check';
import { type JsonObject, parseStored } from '../../src/base/index.ts';
import { addStep, INQUIRY_FLOW, type NewStep, orderSteps, type StepPatch, updateStep } from '../../src/flows/index.ts';
import { type Card, cardOf } from '../../src/inquiries/card.ts';
import { placesQuery } from '../../src/inquiries/desk/cards.ts';
import {
  addNote,
  countUntouched,
  findInquiryOf,
  finishRemovals,
  getDeskInquiry,
  listCards,
  listSeenPaths,
  listStages,
  makeOrder,
  moveInquiry,
  readBoard,
  readCardSettings,
  removeStage,
  saveCardSettings,
  whyOff,
} from '../../src/inquiries/index.ts';
import { formatPath, parsePath, valueAt } from '../../src/inquiries/paths.ts';
import { DEFAULT_SETTINGS } from '../../src/inquiries/settings.ts';
import { createOrder, deleteOrder, getDeskOrder } from '../../src/orders/index.ts';
import { MIGRATIONS, type News } from '../../src/storage/index.ts';
import { migrate } from '../../src/storage/schema/migrate.ts';
import { allPages } from '../support/all-pages.ts';
import { countParses } from '../support/parses-a-step.ts';
import { addInquiry, openTestStore, TEST_ACTOR, type TestStore } from '../support/store.ts';

const [NEW, WORK, DONE] = ['stage-new', 'stage-in-work', 'stage-done'] as const;

function make(store: TestStore, payload: JsonObject = { name: 'Анна' }): Promise<string> {
  store.world.clock.advance(1);
  return addInquiry(store.ctx('site'), payload);
}
const OF = { flow: INQUIRY_FLOW, language: 'en' } as const;
const addStage = (store: TestStore, more: Partial<NewStep>) =>
  addStep(store.ctx(), { ...OF, name: 'Quoted', tone: 'teal', group: 'work', ...more });
const updateStage = (store: TestStore, id: string, patch: StepPatch) =>
  updateStep(store.ctx(), { ...OF, id, ...patch });
const orderStages = (store: TestStore, ...ids: string[]) => orderSteps(store.ctx(), { ...OF, ids });
const stagesOf = (store: TestStore) => listStages(store.storage.read, store.workspace.seq);
const cardsOf = async (store: TestStore, stage: string, limit = 100) =>
  (await listCards(store.ctx(), { stageId: stage, settings: DEFAULT_SETTINGS, limit })).cards.map(({ id }) => id);
const pageOf = (store: TestStore, id: string) => getDeskInquiry(store.ctx(), id);

test('a new workspace has the stages New, In work and Done, of which Done ends an inquiry', async () => {
  await using store = await openTestStore();
  expect(stagesOf(store)).toEqual([
    { id: NEW, name: 'New', tone: 'new', group: 'new', active: true, writesOffStock: false },
    { id: WORK, name: 'In work', tone: 'busy', group: 'work', active: true, writesOffStock: false },
    { id: DONE, name: 'Done', tone: 'good', group: 'done', active: true, writesOffStock: false },
  ]);
});

test('each move and each note of an inquiry is one revision, recorded in the history with its author and request', async () => {
  await using store = await openTestStore();
  const [older, id] = [await make(store), await make(store)];
  await moveInquiry(store.ctx('s', 'req-0'), { id: older, stageId: WORK });
  const moved = await moveInquiry(store.ctx('s', 'req-1'), { id, stageId: WORK, expectedVersion: 1 });
  expect(moved).toEqual({ version: 2, position: 1, count: 2 });
  expect(await addNote(store.ctx('s', 'req-2'), { id, text: '  <b>позвонить</b>\nв пять ' })).toBe(3);
  expect(await moveInquiry(store.ctx(), { id, stageId: WORK })).toEqual({ version: 3, position: 1, count: 2 });
  const { inquiry, history } = pageOf(store, id);
  expect(inquiry).toMatchObject({ version: 3, stageId: WORK, source: 'site' });
  expect(history.map(({ kind, requestId, note }) => [kind, requestId, note])).toEqual([
    ['created', 'request-1', null],
    ['moved', 'req-1', null],
    ['noted', 'req-2', '<b>позвонить</b>\nв пять'],
  ]);
  expect(history[1]?.changes).toEqual({ stage: { from: { id: NEW, name: 'New' }, to: { id: WORK, name: 'In work' } } });
  expect(history[0]?.actor).toEqual({ type: 'key', id: 'key-of-the-test' });
});

test('an inquiry’s page shows its newest changes up to a bounded size and counts the earlier ones', async () => {
  await using store = await openTestStore();
  const [often, heavy] = [await make(store), await make(store)];
  const note = (id: string, text: string) => addNote(store.ctx(), { id, text });
  await Promise.all(Array.from({ length: 300 }, (_, at) => note(often, `note ${at}`)));
  const { history, earlier } = pageOf(store, often);
  expect([history.length, history[0]?.note, history.at(-1)?.note, earlier]).toEqual([200, 'note 100', 'note 299', 101]);
  await Promise.all(Array.from({ length: 50 }, () => note(heavy, '😀'.repeat(4_000))));
  const page = pageOf(store, heavy);
  // At most 32 notes of 16,000 bytes fit into 512 KiB.
  expect([page.history.length, page.earlier]).toEqual([32, 19]);
});

test('moving a card is refused if somebody else has moved it from the same version', async () => {
  await using store = await openTestStore();
  const id = await make(store);
  const both = await Promise.allSettled(
    [WORK, DONE].map((stageId) => moveInquiry(store.ctx(), { id, stageId, expectedVersion: 1 })),
  );
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(both[1]).toMatchObject({ reason: { kind: 'precondition_failed', details: { currentStageId: WORK } } });
  expect(pageOf(store, id).inquiry).toMatchObject({ version: 2, stageId: WORK });
});

const noteNew = async (store: TestStore, text: string) => addNote(store.ctx(), { id: await make(store), text });

const REFUSED: readonly (readonly [what: string, act: (store: TestStore) => Promise<unknown>, kind: string])[] = [
  ['an unknown inquiry', (store) => moveInquiry(store.ctx(), { id: crypto.randomUUID(), stageId: WORK }), 'not_found'],
  ['no id at all', async (store) => addNote(store.ctx(), { id: 'x', text: 'y' }), 'not_found'],
  [
    'an unknown stage',
    async (store) => moveInquiry(store.ctx(), { id: await make(store), stageId: 'x' }),
    'validation_failed',
  ],
  ['an empty note', (store) => noteNew(store, ' \n '), 'validation_failed'],
  ['a note too long', (store) => noteNew(store, 'x'.repeat(4_001)), 'validation_failed'],
  ['a stage without a name', (store) => addStage(store, { name: ' ' }), 'validation_failed'],
  ['the name of another stage', (store) => addStage(store, { name: 'dONE' }), 'validation_failed'],
  ['renaming to the name of another', (store) => updateStage(store, NEW, { name: 'Done' }), 'validation_failed'],
  ['switching a stage off', (store) => updateStage(store, DONE, { active: false }), 'validation_failed'],
  ['a stage that writes off stock', (store) => addStage(store, { writesOffStock: true }), 'validation_failed'],
  ['an order of other stages', (store) => orderStages(store, NEW, WORK), 'precondition_failed'],
  ['an order with one twice', (store) => orderStages(store, NEW, WORK, WORK), 'precondition_failed'],
  ['removing an unknown stage', (store) => removeStage(store.ctx(), { id: 'x', to: NEW }), 'not_found'],
];

test.each(REFUSED)('a change of an inquiry or a stage is refused: %s', async (_what, act, kind) => {
  await using store = await openTestStore();
  await expect(act(store)).rejects.toMatchObject({ kind });
});

test('a workspace has at most twenty stages', async () => {
  await using store = await openTestStore();
  for (let at = 4; at <= 20; at += 1) await addStage(store, { name: `s${at}` });
  await expect(addStage(store, { name: 'more' })).rejects.toMatchObject({ kind: 'validation_failed' });
});

test('a stage with cards is deleted only if another stage receives them, and each moved card gets a new version', async () => {
  await using store = await openTestStore();
  const ids = [await make(store), await make(store), await make(store)];
  await addNote(store.ctx(), { id: ids[1] ?? '', text: 'note' });
  await expect(removeStage(store.ctx(), { id: NEW, to: undefined })).rejects.toMatchObject({
    kind: 'validation_failed',
  });
  await expect(removeStage(store.ctx(), { id: NEW, to: NEW })).rejects.toMatchObject({ kind: 'validation_failed' });
  await expect(removeStage(store.ctx(), { id: NEW, to: 'x' })).rejects.toMatchObject({ kind: 'validation_failed' });
  expect(stagesOf(store)).toHaveLength(3);
  expect(await removeStage(store.ctx('s', 'req-remove'), { id: NEW, to: DONE })).toBe(3);
  expect(await cardsOf(store, DONE)).toEqual(ids.toReversed());
  expect(ids.map((id) => pageOf(store, id).inquiry.version)).toEqual([2, 3, 2]);
  expect(pageOf(store, ids[1] ?? '').history.at(-1)).toMatchObject({
    kind: 'moved',
    requestId: 'req-remove',
    actor: { type: 'key', id: 'key-of-the-test' },
    changes: { stage: { from: { id: NEW, name: 'New' }, to: { id: DONE, name: 'Done' } } },
  });
  const next = await make(store);
  expect(pageOf(store, next).inquiry.stageId).toBe(WORK);
  expect(await removeStage(store.ctx(), { id: DONE, to: WORK })).toBe(3);
  await expect(removeStage(store.ctx(), { id: WORK, to: undefined })).rejects.toMatchObject({
    kind: 'validation_failed',
  });
  expect(stagesOf(store)).toHaveLength(1);
});

const MANY = 250;
const makeMany = (store: TestStore) => Promise.all(Array.from({ length: MANY }, () => make(store)));

test('if a full disk interrupts the removal of a stage, finishRemovals moves the remaining cards and removes the stage', async () => {
  await using store = await openTestStore();
  const { storage } = store;
  const ids = await makeMany(store);
  const rows = (text: string) => storage.read.all<{ n: number }>(sql.raw(`SELECT count(*) AS n FROM ${text}`))[0]?.n;
  const left = () => rows(`inquiries WHERE stage_id = '${NEW}'`);
  const full = `CREATE TRIGGER no_more BEFORE INSERT ON inquiry_history WHEN NEW.kind = 'moved'
    AND (SELECT count(*) FROM inquiry_history WHERE kind = 'moved') = 150 BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`;
  await storage.write(({ db }) => void db.run(full));
  await expect(removeStage(store.ctx('s', 'req-remove'), { id: NEW, to: DONE })).rejects.toThrow();
  expect(left()).toBe(MANY - 100);
  expect(stagesOf(store).map(({ id }) => id)).toEqual([NEW, WORK, DONE]);
  expect(pageOf(store, await make(store)).inquiry.stageId).toBe(WORK);
  await expect(moveInquiry(store.ctx(), { id: ids[0] ?? '', stageId: NEW })).rejects.toMatchObject({
    kind: 'validation_failed',
  });
  await expect(removeStage(store.ctx(), { id: WORK, to: NEW })).rejects.toMatchObject({ kind: 'validation_failed' });
  await storage.write(({ db }) => void db.run('DROP TRIGGER no_more'));
  await finishRemovals(storage);
  expect(stagesOf(store).map(({ id }) => id)).toEqual([WORK, DONE]);
  expect([left(), rows('inquiry_stage_removals')]).toEqual([0, 0]);
  const moved = `inquiry_history WHERE kind = 'moved' AND request_id = 'req-remove' AND actor_id = '${TEST_ACTOR.id}'`;
  expect([rows(moved), rows(`inquiries WHERE stage_id = '${DONE}' AND version = 2`)]).toEqual([MANY, MANY]);
  expect((await readBoard(store.ctx(), 1)).stages.map(({ count }) => count)).toEqual([1, MANY]);
});

test('a stage is emptied correctly while others write and its target stage is deleted', async () => {
  await using store = await openTestStore();
  await makeMany(store);
  const twice = [removeStage(store.ctx(), { id: NEW, to: WORK }), removeStage(store.ctx(), { id: NEW, to: DONE })];
  await make(store);
  expect((await cardsOf(store, NEW, 10)).length).toBe(10);
  await expect(removeStage(store.ctx(), { id: WORK, to: undefined })).rejects.toMatchObject({
    kind: 'validation_failed',
  });
  const onwards = removeStage(store.ctx(), { id: WORK, to: DONE });
  await Promise.all([...twice, onwards]);
  expect((await readBoard(store.ctx(), 1)).stages.map(({ id, count }) => [id, count])).toEqual([[DONE, MANY + 1]]);
});

test('an empty stage is deleted without naming another stage for its cards', async () => {
  await using store = await openTestStore();
  expect(await removeStage(store.ctx(), { id: DONE, to: undefined })).toBe(0);
  expect(stagesOf(store).map(({ id }) => id)).toEqual([NEW, WORK]);
});

test('paging through a stage shows each of its cards once, newest first', async () => {
  await using store = await openTestStore();
  const all: string[] = [];
  for (let at = 0; at < 25; at += 1) {
    if (at % 5 === 0) store.world.clock.advance(1);
    all.unshift(await addInquiry(store.ctx(), { name: `n${at}` }));
  }
  const pages = await allPages(async (cursor) => {
    const page = await listCards(store.ctx(), { stageId: NEW, settings: DEFAULT_SETTINGS, limit: 7, cursor });
    await make(store);
    return page;
  });
  expect(pages.flatMap(({ cards }) => cards.map(({ id }) => id))).toEqual(all);
  const board = await readBoard(store.ctx(), 7);
  expect(board.stages.map(({ count, cards }) => [count, cards.length])).toEqual([
    [29, 7],
    [0, 0],
    [0, 0],
  ]);
  const unknown = listCards(store.ctx(), { stageId: NEW, settings: DEFAULT_SETTINGS, limit: 7, cursor: 'x' });
  await expect(unknown).rejects.toThrow('cursor');
});

test('the query for a page of a stage’s cards reads an index in order and needs no sorting', () => {
  using client = new Database(':memory:');
  migrate(client, MIGRATIONS, 0);
  for (const after of [undefined, { at: 1, seq: 1 }]) {
    const plan = drizzle({ client }).all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${placesQuery(1, 's', after, 30)}`);
    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringMatching(/COVERING INDEX inquiries_by_stage/)]);
  }
});

test('inquiries in the first stage count as untouched until somebody moves them or adds a note', async () => {
  await using store = await openTestStore();
  const [one, two] = [await make(store), await make(store), await make(store)];
  expect(countUntouched(store.ctx())).toBe(3);
  await addNote(store.ctx(), { id: one, text: 'called' });
  await moveInquiry(store.ctx(), { id: two, stageId: WORK });
  expect(countUntouched(store.ctx())).toBe(1);
});

const order = (key: string) => ({
  requestKey: key,
  date: '2026-05-20T10:00:00+03:00',
  products: [{ name: 'Роза', quantity: 1, price: 100 }],
});

test('creating an order from an inquiry links the two in one write and does not raise the inquiry’s version', async () => {
  await using store = await openTestStore();
  const id = await make(store);
  const [first, again] = [
    await makeOrder(store.ctx(), { inquiryId: id, ...order('a') }),
    await makeOrder(store.ctx(), { inquiryId: id, ...order('a') }),
  ];
  expect(again).toMatchObject({ replayed: true, order: { id: first.order.id } });
  const page = pageOf(store, id);
  expect(page.order).toEqual({ id: first.order.id, num: '1', deleted: false });
  expect(page.inquiry.version).toBe(1);
  expect(page.history.map(({ kind }) => kind)).toEqual(['created', 'order_made']);
  expect(page.history[1]?.changes).toEqual({ order: { from: null, to: { id: first.order.id, num: '1' } } });
  expect(findInquiryOf(store.ctx(), getDeskOrder(store.ctx(), first.order.id).order.seq)).toBe(id);
  const { cards } = await listCards(store.ctx(), { stageId: NEW, settings: DEFAULT_SETTINGS, limit: 9 });
  expect(cards[0]?.hasOrder).toBe(true);
  await expect(makeOrder(store.ctx(), { inquiryId: id, ...order('b') })).rejects.toMatchObject({
    kind: 'inquiry_has_order',
  });
  const count = () => store.storage.read.all<{ n: number }>(sql`SELECT count(*) AS n FROM orders`)[0]?.n;
  expect(count()).toBe(1);
  await deleteOrder(store.ctx(), { id: first.order.id });
  await makeOrder(store.ctx(), { inquiryId: id, ...order('c') });
  expect(pageOf(store, id).order).toMatchObject({ num: '2', deleted: false });
});

test('other changes of the same batch run only once when a second order for an inquiry is refused', async () => {
  await using store = await openTestStore();
  const id = await make(store);
  await makeOrder(store.ctx(), { inquiryId: id, ...order('a') });
  const other = await createOrder(store.ctx(), order('other'));
  let runs = 0;
  const change = store.storage.write(() => {
    runs += 1;
  });
  const refused = ['b', 'other'].map((key) => makeOrder(store.ctx(), { inquiryId: id, ...order(key) }));
  const outcomes = await Promise.allSettled([change, ...refused]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(runs).toBe(1);
  expect(findInquiryOf(store.ctx(), getDeskOrder(store.ctx(), other.order.id).order.seq)).toBeNull();
});

test('a refused order leaves its inquiry unchanged, and an order for an unknown inquiry is refused', async () => {
  await using store = await openTestStore();
  const id = await make(store);
  expect(() => makeOrder(store.ctx(), { inquiryId: id, ...order('a'), products: [] })).toThrow();
  await expect(makeOrder(store.ctx(), { inquiryId: id, ...order('a'), statusId: 'x' })).rejects.toMatchObject({
    kind: 'invalid_status',
  });
  await expect(makeOrder(store.ctx(), { inquiryId: crypto.randomUUID(), ...order('b') })).rejects.toMatchObject({
    kind: 'not_found',
  });
  expect(pageOf(store, id)).toMatchObject({ order: null, inquiry: { version: 1 } });
  expect(store.storage.read.all<{ n: number }>(sql`SELECT count(*) AS n FROM orders`)[0]?.n).toBe(0);
});

test('a listener is notified of each change to a workspace’s inquiries', async () => {
  await using store = await openTestStore();
  const heard: boolean[] = [];
  store.storage.listen((news: News) => heard.push(news.get('inquiries')?.has(store.workspace.seq) === true));
  const id = await make(store);
  await moveInquiry(store.ctx(), { id, stageId: WORK });
  await addNote(store.ctx(), { id, text: 'n' });
  await updateStage(store, NEW, { tone: 'pink' });
  await saveCardSettings(store.ctx(), { ...DEFAULT_SETTINGS, staleHours: 2 });
  await makeOrder(store.ctx(), { inquiryId: id, ...order('a') });
  expect(heard).toEqual([true, true, true, true, true, true]);
});

const guess = (payload: JsonObject): Card => cardOf(payload, DEFAULT_SETTINGS);

test.each([
  [
    { name: 'Anna', phone: '+7 912', message: 'Hi' },
    { title: 'Anna', phone: '+7 912', text: 'Hi' },
  ],
  [
    { Имя: 'Анна', 'Телефон*': '8 (912) 345-67-89', Комментарий: 'Пионы' },
    { title: 'Анна', phone: '8 (912) 345-67-89', text: 'Пионы' },
  ],
  [
    { ФИО: 'Ёлкин П. П.', Email: 'a@b.ru' },
    { title: 'Ёлкин П. П.', email: 'a@b.ru' },
  ],
  [
    { data: { contact: { full_name: 'Olga', tel: 79123456789 } }, wishes: ['розы', 'до 5000'] },
    { title: 'Olga', phone: '79123456789', text: 'розы, до 5000' },
  ],
  [
    { a: 'x', b: '+7 (912) 345-67-89' },
    { title: '', phone: '+7 (912) 345-67-89', text: 'a: x' },
  ],
  [
    { q1: 'write to me', q2: 'me@example.com' },
    { email: 'me@example.com', text: 'q1: write to me' },
  ],
  [
    { hotel: 'Отель Заря', name: '  a\n\u0000b  ' },
    { title: 'a b', phone: '' },
  ],
  [{}, { title: '', phone: '', email: '', text: '' }],
  [
    { name: null, phone: true, message: { deep: [] } },
    { title: '', phone: '', text: '' },
  ],
  [{ __proto__: null, constructor: 'c', name: '<script>alert(1)</script>' }, { title: '<script>alert(1)</script>' }],
] as [JsonObject, Partial<Card>][])('the card of %j shows %j', (payload, card) => {
  expect(guess(payload)).toMatchObject(card);
});

test('long numbers are shown unchanged, and long texts are cut between characters', () => {
  expect(guess(parseStored('{"name":12345678901234567890}')).title).toBe('12345678901234567890');
  const { text } = guess({ message: '😀'.repeat(500) });
  expect(text.length).toBeLessThanOrEqual(281);
  expect(text.isWellFormed()).toBe(true);
  expect(text).toEndWith('…');
});

test('the page of an inquiry has the whole message with its line breaks', async () => {
  await using store = await openTestStore();
  const message = `${'Пионы. '.repeat(100)}\nДо пяти`;
  expect(pageOf(store, await make(store, { name: 'Анна', message })).message).toBe(message);
  expect(pageOf(store, await make(store, { name: 'Анна', budget: 3_000 })).message).toBe('budget: 3000');
});

test('the card of any payload is short, well formed and on one line', () => {
  fc.assert(
    fc.property(fc.object({ maxDepth: 5, withDate: false, withBigInt: false, withNullPrototype: false }), (any) => {
      const payload = JSON.parse(JSON.stringify(any)) as JsonObject;
      for (const [field, value] of Object.entries(guess(payload))) {
        expect({ field, fits: value.length <= 281 && value.isWellFormed() && !/[\p{Cc}]/u.test(value) }).toEqual({
          field,
          fits: true,
        });
      }
    }),
    { numRuns: 300 },
  );
  let deep: JsonObject = { name: 'deep' };
  for (let at = 0; at < 19; at += 1) deep = { inside: [deep] };
  const wide = Object.fromEntries(Array.from({ length: 256 }, (_, at) => [`k${at}`, Array(1_000).fill(0)]));
  for (const payload of [deep, wide, { name: 'x', list: Array(1_000).fill({ name: 'y' }) }])
    guess(payload as JsonObject);
});

test('a card shows the values at the chosen paths, and guessed values where a path leads nowhere', async () => {
  await using store = await openTestStore();
  const payload = { name: 'Shop', 'a.b': { 'c\\d': ['zero', 'Ольга'] }, tel: '1234567', extra: { why: 'Свадьба' } };
  await make(store, payload);
  await saveCardSettings(store.ctx(), {
    titlePath: 'a\\.b.c\\\\d.1',
    phonePath: 'no.where',
    textPath: ' extra.why ',
    staleHours: 48,
  });
  const settings = readCardSettings(store.storage.read, store.workspace.seq);
  expect(settings).toEqual({
    titlePath: 'a\\.b.c\\\\d.1',
    phonePath: 'no.where',
    textPath: 'extra.why',
    staleHours: 48,
  });
  expect((await readBoard(store.ctx(), 9)).stages[0]?.cards[0]).toMatchObject({
    title: 'Ольга',
    phone: '1234567',
    text: 'Свадьба',
  });
  await saveCardSettings(store.ctx(), { ...DEFAULT_SETTINGS, titlePath: '' });
  expect((await readBoard(store.ctx(), 9)).stages[0]?.cards[0]).toMatchObject({ title: 'Shop' });
  expect(await listSeenPaths(store.ctx())).toContainEqual({ path: 'extra.why', example: 'Свадьба' });
  for (const bad of [{ staleHours: 0 }, { staleHours: 1.5 }, { staleHours: 9_000 }, { titlePath: 'a..b' }]) {
    expect(() => saveCardSettings(store.ctx(), { ...DEFAULT_SETTINGS, ...bad })).toThrow();
  }
});

test('a formatted path is parsed back unchanged and reaches only own properties', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 }), (parts) => {
      expect(parsePath(formatPath(parts))).toEqual(parts);
    }),
  );
  expect(valueAt({ a: 1 }, ['constructor'])).toBeUndefined();
  expect(valueAt({ a: [1] }, ['a', 'length'])).toBeUndefined();
  expect(valueAt(JSON.parse('{"__proto__":{"x":1}}'), ['__proto__', 'x'])).toBe(1);
});

test('the board names the first applicable reason why the API refuses inquiries', async () => {
  await using store = await openTestStore();
  const { workspace } = store;
  expect(whyOff(workspace, 'dev')).toBeNull();
  expect(whyOff(workspace, 'production')).toBe('dev_environment_only');
  expect(whyOff({ ...workspace, inquiriesEnabled: false }, 'production')).toBe('inquiries_disabled');
  expect(whyOff({ ...workspace, inquiriesEnabled: false, apiEnabled: false }, 'dev')).toBe('api_disabled');
  expect(whyOff({ ...workspace, plan: 'free', apiEnabled: false }, 'dev')).toBe('plan_required');
});

test('listing the cards of a stage, or the paths in payloads, lets other requests run after each parsed payload', async () => {
  await using store = await openTestStore();
  const text = 'x'.repeat(4_000);
  for (let at = 0; at < 9; at += 1) await make(store, { text });
  expect(await countParses(text, () => cardsOf(store, NEW))).toEqual({ all: 9, most: 1 });
  expect(await countParses(text, () => listSeenPaths(store.ctx()))).toEqual({ all: 9, most: 1 });
});
