import { expect, test } from 'bun:test';
import { codeAt, createThrottle, fromBase32, stepAt } from '../../src/base/index.ts';
import { addPerson, findTrustedDevice, knock, signIn } from '../../src/people/index.ts';
import { trustDevice } from '../../src/people/trusted-devices.ts';
import { auditLog, mails, people } from '../../src/storage/index.ts';
import { demandCode, FACTOR_SECRET } from '../support/couriers.ts';
import { openTestStore, rowsOf, type TestStore } from '../support/store.ts';
import { until } from '../support/until.ts';

const EMAIL = 'owner@example.com';
const PASSWORD = 'the password that leaked';
const HOUR = 3_600_000;
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

async function openGuarded(store: TestStore) {
  const { storage, world } = store;
  const { seq, id } = await addPerson(store.ctx(), { email: EMAIL, password: PASSWORD, role: 'owner' });
  await storage.write((tx) => demandCode(tx, seq));
  const throttle = createThrottle(world.clock);
  const noted: string[] = [];
  const enter = (password: string, code?: string, address = '203.0.113.7', knownBy?: string): Promise<string> =>
    signIn(
      { storage, ...world, throttle },
      {
        email: EMAIL,
        password,
        code,
        remember: false,
        at: knock({ storage, throttle }, { device: { userAgent: CHROME, address, knownBy }, what: 'passwords' }),
        noteTried: (personId) => noted.push(personId),
      },
    ).then(
      () => 'in',
      ({ kind }) => kind,
    );
  const lines = () => rowsOf(storage, auditLog).filter(({ action }) => action === 'person.wrong_code');
  const told = () => rowsOf(storage, mails).filter(({ kind }) => kind === 'wrong_code');
  return { ...store, seq, id, noted, enter, lines, told };
}

test('each sign-in with the right password and a wrong code is recorded in the history, even if two are simultaneous', async () => {
  await using store = await openTestStore();
  const { id, workspace, enter, lines } = await openGuarded(store);
  expect(await Promise.all([enter(PASSWORD, '000000'), enter(PASSWORD, '000001')])).toEqual([
    'wrong_code',
    'wrong_code',
  ]);
  expect(await enter(PASSWORD, 'aaaaa-aaaaa')).toBe('wrong_code');
  expect(lines()).toHaveLength(3);
  expect(lines()[0]).toMatchObject({ workspaceSeq: workspace.seq, actorType: 'person', actorId: id, subject: id });
});

test('the person is mailed about wrong second-factor codes at most once an hour, in their language', async () => {
  await using store = await openTestStore();
  const { storage, world, enter, told } = await openGuarded(store);
  await Promise.all([enter(PASSWORD, '000000'), enter(PASSWORD, '000001'), enter(PASSWORD, '000002', '198.51.100.9')]);
  expect(told()).toHaveLength(1);
  expect(told()[0]).toMatchObject({ recipient: EMAIL, subject: 'Wrong code at sign-in to Docket' });
  const text = told()[0]?.text.replaceAll(/\s+/g, ' ');
  expect(text).toContain('Chrome, Windows');
  expect(text).toContain('203.0.113.7');
  world.clock.advance(HOUR - 1_000);
  await enter(PASSWORD, '000003');
  expect(told()).toHaveLength(1);
  await storage.write((tx) => void tx.db.update(people).set({ language: 'ru' }).run());
  world.clock.advance(1_000);
  await enter(PASSWORD, '000004');
  expect(told()).toHaveLength(2);
  expect(told()[1]?.subject).toBe('Неверный код при входе в Docket');
});

test('a wrong code counts once and sends one mail, even if its database write runs twice', async () => {
  await using store = await openTestStore();
  const { storage, world, seq, enter, told } = await openGuarded(store);
  await storage.write((tx) => trustDevice(tx, seq, { address: '192.0.2.1', token: 'stolen' }));
  for (let tried = 1; tried <= 9; tried += 1) {
    const writing = Promise.withResolvers<void>();
    const paused = storage.pause(() => writing.promise);
    const entering = enter(PASSWORD, '000000', '203.0.113.7', 'stolen');
    await until('the try waits for the writer', () => storage.waiting() === 1);
    // A change that fails after it has written makes the writer run all changes of the batch again.
    const failing = storage.write((tx) => {
      tx.db.update(people).set({ language: 'ru' }).run();
      throw new Error('no');
    });
    writing.resolve();
    await paused;
    await expect(failing).rejects.toThrow('no');
    expect(await entering).toBe('wrong_code');
    expect(told()).toHaveLength(1);
    world.clock.advance(60_000);
  }
  // Nine codes were counted, not eighteen.
  expect(findTrustedDevice(storage, 'stolen')).toBeDefined();
});

test('a clock that is set back neither suppresses nor repeats the mail about wrong codes', async () => {
  await using store = await openTestStore();
  const { world, enter, told } = await openGuarded(store);
  await enter(PASSWORD, '000000');
  world.clock.set(world.clock.now() - 48 * HOUR);
  await enter(PASSWORD, '000001');
  expect(told()).toHaveLength(1);
  world.clock.advance(HOUR);
  await enter(PASSWORD, '000002');
  expect(told()).toHaveLength(2);
});

test('only a wrong second-factor code with the right password sends a mail about a wrong code', async () => {
  await using store = await openTestStore();
  const { world, enter, lines, told } = await openGuarded(store);
  expect(await enter('guess', '000000')).toBe('wrong_password');
  expect(await enter(PASSWORD)).toBe('code_needed');
  expect(await enter(PASSWORD, codeAt(fromBase32(FACTOR_SECRET), stepAt(world.clock.now())))).toBe('in');
  expect(lines()).toEqual([]);
  expect(told()).toEqual([]);
});

test('each sign-in try passes its account’s id to the log, even with a wrong password', async () => {
  await using store = await openTestStore();
  const { id, noted, enter } = await openGuarded(store);
  const answers: string[] = [];
  for (let tries = 0; tries < 12; tries += 1) answers.push(await enter('guess', undefined, `198.18.${tries % 2}.7`));
  expect(new Set(answers)).toEqual(new Set(['wrong_password']));
  expect(noted).toEqual(Array(12).fill(id));
});

test('a known browser counts as unknown after it has sent ten wrong second-factor codes', async () => {
  await using store = await openTestStore();
  const { storage, world, seq, enter } = await openGuarded(store);
  await storage.write((tx) => trustDevice(tx, seq, { address: '192.0.2.1', token: 'stolen' }));
  const knows = (): boolean => findTrustedDevice(storage, 'stolen') !== undefined;
  for (let tried = 1; tried <= 10; tried += 1) {
    expect([tried, knows()]).toEqual([tried, true]);
    expect(await enter(PASSWORD, '000000', '203.0.113.7', 'stolen')).toBe('wrong_code');
    world.clock.advance(60_000);
  }
  expect(knows()).toBe(false);
});
