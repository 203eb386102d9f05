import { expect, test } from 'bun:test';
import { and, eq } from 'drizzle-orm';
import { createThrottle } from '../../src/base/index.ts';
import { countPasswordLink, mailAddressProof, mailPasswordLink } from '../../src/people/index.ts';
import { trustDevice } from '../../src/people/trusted-devices.ts';
import { mails } from '../../src/storage/index.ts';
import type { Workspace } from '../../src/workspaces/index.ts';
import { addCourier } from '../support/couriers.ts';
import { openTestStore, refusalOf, secondWorkspace } from '../support/store.ts';

/** The number of mailed links is limited by workspace, so that no workspace uses up the mail server. */

const MAIL_URL = 'https://orders.example.com';
const CROWD = '100.64.0.1';

async function openMembers() {
  const store = await openTestStore();
  const { storage, world } = store;
  const { random } = world;
  const throttle = createThrottle(world.clock);
  const leftOut: unknown[] = [];
  const log = { info: (_said: string, fields: unknown) => void leftOut.push(fields) };
  const addMember = (workspace: Workspace, email: string, unprovedIn: number | null = null) =>
    storage.write((tx) => addCourier(tx, workspace, email, { unprovedIn }));
  const ask = async (email: string, address: string): Promise<void> => {
    countPasswordLink({ storage, throttle }, { email, address, noteTried: () => undefined });
    await mailPasswordLink({ storage, random, throttle, log }, { email, address, mailUrl: MAIL_URL });
  };
  const prove = async ({ seq, email }: Awaited<ReturnType<typeof addMember>>): Promise<string> => {
    const person = { seq, id: 'x', email, name: null, language: 'en', theme: 'system' } as const;
    const session = { id: 'x', seq: 1, person, remembered: false, provedAt: world.clock.now(), byPasskey: false };
    return (await refusalOf(mailAddressProof({ storage, random, session }, MAIL_URL)))?.kind ?? 'mailed';
  };
  const count = ({ seq }: Workspace, kind: string): number =>
    storage.read
      .select({ seq: mails.seq })
      .from(mails)
      .where(and(eq(mails.workspaceSeq, seq), eq(mails.kind, kind)))
      .all().length;
  return { ...store, addMember, ask, prove, count, leftOut };
}

test('after strangers cause fifty password-link mails in a workspace, each of their networks can cause only one more mail a day', async () => {
  await using at = await openMembers();
  const { storage, workspace, addMember, ask, count, leftOut } = at;
  const other = await secondWorkspace(at);
  await addMember(other, 'other@example.com');
  for (let nth = 0; nth < 20; nth += 1) {
    const email = `courier${nth}@example.com`;
    const { seq } = await addMember(workspace, email);
    if (nth === 0) await storage.write((tx) => trustDevice(tx, seq, { address: '192.0.2.1' }));
  }
  const askAll = async (address: string): Promise<void> => {
    for (let nth = 1; nth < 20; nth += 1)
      for (let tried = 0; tried < 3; tried += 1) await ask(`courier${nth}@example.com`, address);
  };
  const mailed = (): number => count(workspace, 'new_password');
  await askAll(CROWD);
  expect(mailed()).toBe(51);
  expect(leftOut).toEqual(Array.from({ length: 19 * 3 - 51 }, () => ({ workspace: workspace.id })));
  // After the fifty mails, each unknown network can still cause one mail a day. Known networks and other workspaces
  // have separate limits.
  for (let tried = 0; tried < 3; tried += 1) await ask('courier1@example.com', '198.51.100.1');
  expect(mailed()).toBe(52);
  for (let tried = 0; tried < 3; tried += 1) await ask('courier0@example.com', '192.0.2.9');
  expect(mailed()).toBe(55);
  for (let tried = 0; tried < 3; tried += 1) await ask('other@example.com', CROWD);
  expect(count(other, 'new_password')).toBe(3);
});

test('a person on a known network gets a password link even if colleagues have used up the workspace’s limit on mails', async () => {
  await using at = await openMembers();
  const { storage, workspace, addMember, ask, count } = at;
  const emails = Array.from({ length: 41 }, (_, nth) => `member${nth}@example.com`);
  for (const email of emails) {
    const { seq } = await addMember(workspace, email);
    await storage.write((tx) => trustDevice(tx, seq, { address: '192.0.2.1' }));
  }
  for (const email of emails.slice(1)) for (let tried = 0; tried < 3; tried += 1) await ask(email, '192.0.2.1');
  const before = count(workspace, 'new_password');
  for (let tried = 0; tried < 3; tried += 1) await ask(emails[0] ?? '', '192.0.2.1');
  expect(count(workspace, 'new_password')).toBe(before + 1);
});

test('all accounts that one workspace has created get at most sixty mails a day in total to prove their addresses', async () => {
  await using at = await openMembers();
  const { world, workspace, addMember, prove, count } = at;
  const other = await secondWorkspace(at);
  const inOther = await addMember(other, 'other@example.com', other.seq);
  for (let nth = 0; nth < 12; nth += 1) {
    const person = await addMember(workspace, `courier${nth}@example.com`, workspace.seq);
    for (let sent = 0; sent < 5; sent += 1) expect(await prove(person)).toBe('mailed');
  }
  const late = await addMember(workspace, 'late@example.com', workspace.seq);
  expect([await prove(late), await prove(inOther)]).toEqual(['rate_limited', 'mailed']);
  expect(count(workspace, 'address_proof')).toBe(60);
  world.clock.advance(24 * 3_600_000);
  expect(await prove(late)).toBe('mailed');
});
