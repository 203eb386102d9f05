import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { createThrottle } from '../../src/base/index.ts';
import { knock, signIn } from '../../src/people/index.ts';
import { auditLog, mails, type Tx } from '../../src/storage/index.ts';
import type { Workspace } from '../../src/workspaces/index.ts';
import { addCourier, demandCode } from '../support/couriers.ts';
import { openTestStore, rowsOf, secondWorkspace } from '../support/store.ts';

/** Each workspace has its own limit on mails about sign-ins, so that no workspace uses up the mail server. */

const MINUTE = 60_000;
const PASSWORD = 'correct horse';
/** A hash that takes less than a millisecond to check. */
const QUICK = await Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 });

const addMember = (tx: Tx, workspace: Workspace, email: string) =>
  addCourier(tx, workspace, email, { passwordHash: QUICK });

async function openMembers() {
  const store = await openTestStore();
  const { storage, world } = store;
  const leftOut: unknown[] = [];
  const log = { info: (_said: string, fields: unknown) => void leftOut.push(fields) };
  const doing = { storage, random: world.random, throttle: createThrottle(world.clock), log };
  let networks = 0;
  const enter = async (email: string, code?: string): Promise<void> => {
    networks += 1;
    const address = `10.${networks >> 8}.${networks & 255}.1`;
    const at = knock(doing, { device: { userAgent: null, address }, what: 'passwords' });
    await signIn(doing, { email, password: PASSWORD, code, remember: false, at }).catch(() => undefined);
  };
  const told = ({ seq }: Workspace): string[] =>
    rowsOf(storage, mails).flatMap(({ workspaceSeq, kind }) => (workspaceSeq === seq ? [kind] : []));
  return { ...store, enter, told, leftOut };
}

test('a workspace gets fifty mails about sign-ins at once, and then one more every half hour', async () => {
  await using at = await openMembers();
  const { storage, world, workspace, enter, told, leftOut } = at;
  const other = await secondWorkspace(at);
  const couriers = Array.from({ length: 20 }, (_, nth) => `courier${nth}@example.com`);
  await storage.write((tx) => {
    for (const email of couriers) addMember(tx, workspace, email);
    addMember(tx, other, 'other@example.com');
  });
  const enterAll = async (): Promise<void> => {
    for (const email of couriers) for (let nth = 0; nth < 4; nth += 1) await enter(email);
  };
  await enterAll();
  expect(told(workspace)).toHaveLength(50);
  // The twenty couriers cause sixty mails, ten more than the limit.
  expect(leftOut).toEqual(Array.from({ length: 10 }, () => ({ workspace: workspace.id })));
  for (let nth = 0; nth < 4; nth += 1) await enter('other@example.com');
  expect(told(other)).toHaveLength(3);
  world.clock.advance(61 * MINUTE);
  await enterAll();
  expect(told(workspace)).toHaveLength(52);
});

test('one member can cause ten mails about sign-ins at once, and then one more every two hours', async () => {
  await using at = await openMembers();
  const { storage, world, workspace, enter, told } = at;
  await storage.write((tx) => addMember(tx, workspace, 'courier@example.com'));
  for (let hour = 0; hour < 4; hour += 1) {
    for (let nth = 0; nth < 5; nth += 1) await enter('courier@example.com');
    world.clock.advance(61 * MINUTE);
  }
  expect(told(workspace)).toHaveLength(11);
});

test('a person gets one mail a day about wrong second-factor codes, even if the workspace has used up its mails', async () => {
  await using at = await openMembers();
  const { storage, world, workspace, enter, told } = at;
  const guarded = Array.from({ length: 60 }, (_, nth) => `guarded${nth}@example.com`);
  await storage.write((tx) => {
    for (const email of guarded) demandCode(tx, addMember(tx, workspace, email).seq);
    addMember(tx, workspace, 'courier@example.com');
  });
  for (let nth = 0; nth < 4; nth += 1) await enter('courier@example.com');
  for (const email of guarded) await enter(email, '000000');
  const count = (which: string): number => told(workspace).filter((kind) => kind === which).length;
  expect([count('new_sign_in'), count('wrong_code')]).toEqual([3, 60]);
  const rows = storage.read.select().from(auditLog).where(eq(auditLog.action, 'person.wrong_code')).all();
  expect(rows).toHaveLength(60);
  // After an hour, the workspace may send two more mails. These thirteen people have used up their own daily mails, so
  // only two of them get a mail.
  world.clock.advance(60 * MINUTE);
  for (const email of guarded.slice(47)) await enter(email, '000000');
  expect(count('wrong_code')).toBe(62);
});
