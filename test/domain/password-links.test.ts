import { expect, test } from 'bun:test';
import { createThrottle, silentLog } from '../../src/base/index.ts';
import { addPerson, countPasswordLink, mailAddressProof, mailPasswordLink } from '../../src/people/index.ts';
import { trustDevice } from '../../src/people/trusted-devices.ts';
import { invitationsSent, oneTimeLinks, people } from '../../src/storage/index.ts';
import { openTestStore, rowsOf, type TestStore } from '../support/store.ts';

const EMAIL = 'owner@example.com';
const MAIL_URL = 'https://orders.example.com';
const MINUTE = 60_000;

async function openAsking(store: TestStore) {
  const { storage, world } = store;
  const { seq } = await addPerson(store.ctx(), { email: EMAIL, password: undefined, role: 'owner' });
  const { clock, random } = world;
  const throttle = createThrottle(clock);
  const ask = async (address: string, email = EMAIL): Promise<string> => {
    try {
      countPasswordLink({ storage, throttle }, { email, address, noteTried: () => undefined });
      await mailPasswordLink({ storage, random, throttle, log: silentLog }, { email, address, mailUrl: MAIL_URL });
      return 'asked';
    } catch (error) {
      return (error as { kind: string }).kind;
    }
  };
  const alive = () =>
    rowsOf(storage, oneTimeLinks).filter(({ expiresAt, usedAt }) => usedAt === null && expiresAt > clock.now());
  return { storage, random, clock, seq, ask, alive };
}

test('requests for a password link from ten networks do not block any other network', async () => {
  await using store = await openTestStore();
  const { storage, seq, ask } = await openAsking(store);
  await storage.write((tx) => trustDevice(tx, seq, { address: '192.0.2.1' }));
  for (const email of [EMAIL, 'nobody@example.com']) {
    for (let nth = 0; nth < 10; nth += 1) {
      for (let tried = 0; tried < 3; tried += 1) expect(await ask(`100.64.${nth}.1`, email)).toBe('asked');
    }
    expect([await ask('198.51.100.1', email), await ask('198.51.100.1', email)]).toEqual(['asked', 'rate_limited']);
  }
  for (let tried = 0; tried < 3; tried += 1) expect(await ask('192.0.2.9')).toBe('asked');
  expect(await ask('192.0.2.9')).toBe('rate_limited');
});

test('a request for a password link keeps the links already sent, up to five links in half an hour', async () => {
  await using store = await openTestStore();
  const { clock, ask, alive } = await openAsking(store);
  await ask('192.0.2.1');
  const own = alive()[0]?.tokenHash ?? '';
  for (let nth = 0; nth < 9; nth += 1) await ask(`100.64.${nth}.1`);
  expect(alive()).toHaveLength(5);
  expect(alive().map(({ tokenHash }) => tokenHash)).toContain(own);
  clock.advance(30 * MINUTE);
  expect(await ask('192.0.2.1')).toBe('asked');
  expect(alive()).toHaveLength(1);
});

test('invitations from others do not prevent a person from confirming their own e-mail address', async () => {
  await using store = await openTestStore();
  const { storage, random, clock, seq, alive } = await openAsking(store);
  const { workspace } = store;
  await storage.write((tx) => {
    tx.db.update(people).set({ unprovedIn: workspace.seq }).run();
    const sent = { workspaceSeq: workspace.seq, emailKey: EMAIL, mailed: true, at: clock.now() };
    for (let nth = 0; nth < 30; nth += 1) tx.db.insert(invitationsSent).values(sent).run();
  });
  const person = { seq, id: 'x', email: EMAIL, name: null, language: 'en', theme: 'system' } as const;
  const session = { id: 'x', seq: 1, person, remembered: false, provedAt: clock.now(), byPasskey: false };
  const prove = () => mailAddressProof({ storage, random, session }, MAIL_URL);
  for (let sent = 0; sent < 5; sent += 1) await prove();
  expect(alive().length).toBeGreaterThan(0);
  expect(prove()).rejects.toMatchObject({ kind: 'rate_limited' });
});
