import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import {
  addPerson,
  findAnswer,
  keepAnswer,
  noteSent,
  removePerson,
  type SentForm,
  sweepSentForms,
} from '../../src/people/index.ts';
import { takeOver } from '../../src/people/invitations/join.ts';
import { people, sentForms } from '../../src/storage/index.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

const DAY_MS = 86_400_000;

async function openWithPerson(): Promise<{ store: TestStore; form: (id: string) => SentForm }> {
  const store = await openTestStore();
  const input = { email: 'a@example.com', password: undefined, role: 'owner' } as const;
  const { seq } = await addPerson(store.ctx(), input);
  return { store, form: (formId) => ({ personSeq: seq, formId, fingerprint: 'same' }) };
}

const find = ({ storage, world }: TestStore, form: SentForm) => findAnswer(storage.read, form, world.clock.now());

const countKept = ({ storage }: TestStore): number => storage.read.select().from(sentForms).all().length;

test('sent forms older than a day are deleted by the clean-up in steps, not when another form arrives', async () => {
  const { store, form } = await openWithPerson();
  await using _ = store;
  const { storage, world } = store;
  for (let at = 0; at < 70; at += 1) await storage.write((tx) => noteSent(tx, form(`form-${at}`)));
  const left: number[] = [];
  const goOn = async () => left.push(countKept(store)) > 0;
  const sweep = () => sweepSentForms(storage, { nowMs: world.clock.now(), goOn });
  world.clock.advance(DAY_MS - 1);
  expect(await sweep()).toBe(0);
  world.clock.advance(1);
  await storage.write((tx) => noteSent(tx, form('form-0')));
  expect(countKept(store)).toBe(70);
  expect(await sweep()).toBe(69);
  expect(left).toEqual([40, 10, 1]);
});

test('a form sent a second time is refused as already done if a crash lost its answer', async () => {
  const { store, form } = await openWithPerson();
  await using _ = store;
  const { storage } = store;
  expect(find(store, form('one'))).toBeUndefined();
  await storage.write((tx) => noteSent(tx, form('one')));
  expect(() => find(store, form('one'))).toThrow(/only its answer was lost/);
  expect(await storage.write((tx) => noteSent(tx, form('one'))).catch(({ kind }) => kind)).toBe('made_already');
  await keepAnswer(storage, { form: form('one'), answer: '{"id":1}' });
  expect(find(store, form('one'))?.answer).toBe('{"id":1}');
  expect(() => find(store, { ...form('one'), fingerprint: 'other' })).toThrow(/only its answer was lost/);
});

test('a sent form is kept for a day, and at most a thousand are kept for a person', async () => {
  const { store, form } = await openWithPerson();
  await using _ = store;
  const { storage, world } = store;
  const note = (id: string) => storage.write((tx) => noteSent(tx, form(id)));
  await note('old');
  world.clock.advance(DAY_MS);
  await note('new');
  expect(find(store, form('old'))).toBeUndefined();
  await note('old');
  world.clock.set(world.clock.now() - 3 * DAY_MS);
  for (const id of ['old', 'new']) expect(find(store, form(id))).toBeUndefined();
  await note('new');
  expect(countKept(store)).toBe(2);
  await Promise.all(Array.from({ length: 1_200 }, (_, at) => note(`${at}`)));
  expect(countKept(store)).toBe(1_000);
  expect(() => find(store, form('1199'))).toThrow();
});

for (const way of ['removed', 'taken over'] as const) {
  test(`the stored answers of an account that is ${way} are deleted, and a form sent a second time is refused`, async () => {
    const { store } = await openWithPerson();
    await using _ = store;
    const { storage } = store;
    const ctx = store.ctx();
    const { id, seq } = await addPerson(ctx, { email: 'b@example.com', password: undefined, role: 'manager' });
    const form: SentForm = { personSeq: seq, formId: 'one', fingerprint: 'same' };
    await storage.write((tx) => noteSent(tx, form));
    await keepAnswer(storage, { form, answer: '{"name":"Anna"}' });
    if (way === 'removed') await removePerson(ctx, id);
    else {
      await storage.write((tx) => {
        const person = tx.db.select().from(people).where(eq(people.seq, seq)).get();
        if (person !== undefined) takeOver(tx, person, false);
      });
    }
    expect(storage.read.select({ answer: sentForms.answer }).from(sentForms).all()).toEqual([{ answer: null }]);
    expect(() => find(store, form)).toThrow(/only its answer was lost/);
  });
}
