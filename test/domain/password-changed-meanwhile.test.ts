import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { createThrottle, hashPassword } from '../../src/base/index.ts';
import {
  addPerson,
  changePassword,
  findSession,
  knock,
  prove,
  revokeSession,
  type Session,
  signIn,
  updateAccount,
} from '../../src/people/index.ts';
import { insertLink } from '../../src/people/one-time-links.ts';
import { oneTimeLinks, people, sessions } from '../../src/storage/index.ts';
import { openTestStore, rowsOf, TEST_ACTOR, type TestStore } from '../support/store.ts';

const EMAIL = 'owner@example.com';
const OLD = 'the password that leaked';
const DEVICE = { userAgent: 'test', address: '203.0.113.7' };

async function openOwner(store: TestStore) {
  const { storage, world } = store;
  await addPerson(store.ctx(), { email: EMAIL, password: OLD, role: 'owner' });
  const throttle = createThrottle(world.clock);
  const enter = (password: string) =>
    signIn(
      { storage, ...world, throttle },
      {
        email: EMAIL,
        password,
        remember: false,
        at: knock({ storage, throttle }, { device: DEVICE, what: 'passwords' }),
      },
    );
  const sessionOf = (token: string): Session => {
    const found = findSession(storage, { token, nowMs: world.clock.now() });
    if (found === undefined) throw new Error('nobody is signed in');
    return found;
  };
  const change = (session: Session, present: string, next: string) =>
    changePassword({ storage, ...world, throttle, session }, { present, next, device: DEVICE });
  const giveAgain = (session: Session) => prove({ storage, ...world, throttle, session }, OLD);
  return { storage, enter, sessionOf, change, giveAgain };
}

test('a sign-in fails if the password changes while it is being checked', async () => {
  await using store = await openTestStore();
  const { storage, enter } = await openOwner(store);
  const passwordHash = await hashPassword('another password altogether');
  const entering = enter(OLD);
  // Does what a reset link does, at the moment when the old password is being checked.
  await storage.write((tx) => {
    tx.db.update(people).set({ passwordHash }).where(eq(people.email, EMAIL)).run();
    tx.db.delete(sessions).run();
  });
  expect(await entering.catch((error) => error.kind)).toBe('wrong_password');
  expect(storage.read.select().from(sessions).all()).toEqual([]);
});

test('only one of two simultaneous changes of a password succeeds, and the other is refused', async () => {
  await using store = await openTestStore();
  const { enter, sessionOf, change } = await openOwner(store);
  const [mine, other] = [sessionOf(await enter(OLD)), sessionOf(await enter(OLD))];
  const next = ['a first new password', 'a second new password'];
  const changes = [mine, other].map((session, at) => change(session, OLD, next[at] ?? '').catch(({ kind }) => kind));
  const outcomes = await Promise.all(changes);
  expect(outcomes.filter((outcome) => outcome === 'wrong_password')).toHaveLength(1);
  const kept = outcomes.findIndex((outcome) => outcome !== 'wrong_password');
  expect(sessionOf(outcomes[kept]).person.email).toBe(EMAIL);
  expect(sessionOf(await enter(next[kept] ?? '')).person.email).toBe(EMAIL);
  expect(await enter(next[1 - kept] ?? '').catch(({ kind }) => kind)).toBe('wrong_password');
});

test('two tabs that confirm the password at the same moment do not sign each other out', async () => {
  await using store = await openTestStore();
  const { enter, sessionOf, giveAgain } = await openOwner(store);
  const session = sessionOf(await enter(OLD));
  store.world.clock.advance(1000);
  const tokens = await Promise.all([giveAgain(session), giveAgain(session)]);
  // Both tabs share one cookie, so a single token is returned, and it belongs to the session.
  const [token, ...more] = tokens.filter((given) => given !== undefined);
  expect(more).toEqual([]);
  expect(sessionOf(token ?? '').id).toBe(session.id);
});

test('a password change renews no session if the session that requested the change ends meanwhile', async () => {
  await using store = await openTestStore();
  const { storage, enter, sessionOf, change } = await openOwner(store);
  const second = { email: 'second@example.com', password: 'a password of somebody else', role: 'owner' } as const;
  await addPerson(store.ctx(), second);
  const ended = sessionOf(await enter(OLD));
  const changing = change(ended, OLD, 'a new password for all');
  // Checking the password takes a fifth of a second. Meanwhile the session is signed out, and another person's sign-in
  // completes.
  expect(await revokeSession({ storage, session: ended, actor: TEST_ACTOR }, ended.id)).toBe(true);
  await storage.write((tx) => {
    const person = tx.db.select().from(people).where(eq(people.email, second.email)).get();
    const times = { createdAt: tx.now, lastSeenAt: tx.now, provedAt: 0 };
    const row = {
      id: tx.newId(),
      tokenHash: 'of the second',
      personSeq: person?.seq ?? 0,
      remembered: false,
      ...times,
    };
    tx.db.insert(sessions).values(row).run();
  });
  const token = await changing;
  expect(findSession(storage, { token, nowMs: store.world.clock.now() })).toBeUndefined();
  expect(storage.read.select().from(sessions).all()).toMatchObject([{ tokenHash: 'of the second', provedAt: 0 }]);
});

test('changing a password ends reset links, but not the link that confirms an unconfirmed e-mail address', async () => {
  await using store = await openTestStore();
  const { storage, enter, sessionOf, change } = await openOwner(store);
  const session = sessionOf(await enter(OLD));
  const { seq } = session.person;
  const make = (purpose: 'reset' | 'address') =>
    storage.write((tx) =>
      insertLink(tx, store.world.random, { purpose, personSeq: seq, proves: true, lifetimeMs: 60_000 }),
    );
  const purposes = () => rowsOf(storage, oneTimeLinks).map(({ purpose }) => purpose);
  await make('reset');
  await make('address');
  const token = await change(session, OLD, 'a new password by hand');
  expect(purposes()).toEqual([]);
  await storage.write((tx) => tx.db.update(people).set({ unprovedIn: store.workspace.seq }).run());
  await make('reset');
  await make('address');
  await change(sessionOf(token), 'a new password by hand', 'one more new password');
  expect(purposes()).toEqual(['address']);
});

test('saving a theme in one tab keeps a name that another tab just saved', async () => {
  await using store = await openTestStore();
  const { storage, enter, sessionOf } = await openOwner(store);
  const session = sessionOf(await enter(OLD));
  await updateAccount({ storage, session, actor: TEST_ACTOR }, { name: 'Anna' });
  await updateAccount({ storage, session, actor: TEST_ACTOR }, { theme: 'dark' });
  expect(storage.read.select({ name: people.name, theme: people.theme }).from(people).all()).toEqual([
    { name: 'Anna', theme: 'dark' },
  ]);
});
