import { expect, spyOn, test } from 'bun:test';
import { asc, eq } from 'drizzle-orm';
import { dueMails, memberInvited, queueMail } from '../../src/mail/index.ts';
import { addPerson, ownersOf } from '../../src/people/index.ts';
import { mails, people, waitingDeliveries, webhookEndpoints } from '../../src/storage/index.ts';
import { type AttemptOutcome, addEndpoint, settleAttempts } from '../../src/webhooks/index.ts';
import type { Workspace } from '../../src/workspaces/index.ts';
import { makeOrder, POLICY } from '../support/scheduling.ts';
import { openTestStore, secondWorkspace, TEST_ACTOR, type TestStore } from '../support/store.ts';

const OWNERS = 30;
const TOLD = 10;

async function addOwners({ storage, workspace }: Pick<TestStore, 'storage'> & { workspace: Workspace }, count: number) {
  for (let at = 0; at < count; at += 1) {
    const email = `owner${at}@example.com`;
    const { seq } = await addPerson(
      { storage, workspace, actor: TEST_ACTOR },
      { email, password: undefined, role: 'owner' },
    );
    const language = at % 2 === 0 ? 'en' : 'ru';
    await storage.write((tx) => void tx.db.update(people).set({ language }).where(eq(people.seq, seq)).run());
  }
}

async function addFailing(store: TestStore, count: number): Promise<AttemptOutcome[]> {
  const { storage, workspace, world } = store;
  const outbound = { check: async (url: string) => ({ url }) };
  const adding = { storage, workspace, actor: TEST_ACTOR, random: world.random, outbound };
  for (let at = 0; at < count; at += 1)
    await addEndpoint(adding, { url: `https://receiver.example.com/${at}`, events: ['order.created'] });
  await makeOrder({ store });
  const kept = storage.read.select().from(webhookEndpoints).orderBy(asc(webhookEndpoints.seq)).all();
  return kept.map(({ seq }) => failureOf(store, seq));
}

const failureOf = ({ world }: TestStore, endpointSeq: number, attempt = 1): AttemptOutcome => ({
  endpointSeq,
  eventSeq: 1,
  kind: 'scheduled',
  attempt,
  requestSeq: null,
  reason: 'status',
  httpCode: 500,
  response: 'no',
  durationMs: 5,
  at: world.clock.now(),
});

/** The owners are told of the fourth failure. */
async function failFour({ storage }: TestStore, failures: readonly AttemptOutcome[]): Promise<void> {
  for (const attempt of [1, 2, 3, 4]) {
    const all = failures.map((one) => ({ ...one, attempt }));
    await storage.write((tx) => settleAttempts(tx, POLICY, { publicUrl: null }, all));
  }
}

const mailsOf = ({ storage }: TestStore) => storage.read.select().from(mails).orderBy(asc(mails.seq)).all();

test('mails about problems skip owners with accounts that strangers may have created, unless all owners would be skipped', async () => {
  await using store = await openTestStore();
  const { storage, workspace } = store;
  const later = await secondWorkspace(store);
  await addOwners(store, 3);
  const unprove = (email: string, { seq: unprovedIn } = later) =>
    storage.write((tx) => void tx.db.update(people).set({ unprovedIn }).where(eq(people.email, email)).run());
  const readers = () => ownersOf(storage.read, workspace.seq).map(({ email }) => email);
  await unprove('owner0@example.com');
  await unprove('owner1@example.com', workspace);
  expect(readers()).toEqual(['owner1@example.com', 'owner2@example.com']);
  await unprove('owner1@example.com');
  await unprove('owner2@example.com');
  expect(readers()).toEqual(['owner0@example.com', 'owner1@example.com', 'owner2@example.com']);
});

test('the ten owners who joined first are mailed about a failing endpoint, each in their language', async () => {
  await using store = await openTestStore();
  await addOwners(store, OWNERS);
  await failFour(store, await addFailing(store, 1));
  const told = mailsOf(store).map(({ recipient, subject }) => [recipient, /[а-я]/.test(subject)]);
  const first = Array.from({ length: TOLD }, (_, at) => [`owner${at}@example.com`, at % 2 === 1]);
  expect(told.toSorted()).toEqual(first.toSorted());
});

test('each further mail to an owner reuses the date formatter and the texts', async () => {
  await using store = await openTestStore();
  await addOwners(store, TOLD);
  const failures = await addFailing(store, 2);
  await failFour(store, failures.slice(0, 1));
  using made = spyOn(Intl, 'DateTimeFormat');
  await failFour(store, failures.slice(1));
  expect(mailsOf(store)).toHaveLength(2 * TOLD);
  expect(made).not.toHaveBeenCalled();
});

test('a mail about a failing endpoint takes the number of waiting events from a stored sum', async () => {
  await using store = await openTestStore();
  await addOwners(store, 1);
  const failures = await addFailing(store, 1);
  await store.storage.write((tx) => void tx.db.update(waitingDeliveries).set({ deliveries: 777 }).run());
  await failFour(store, failures);
  expect(mailsOf(store)[0]?.text).toContain('777');
});

test('a workspace gets at most two hundred mails a day about failing endpoints', async () => {
  await using store = await openTestStore();
  await addOwners(store, TOLD);
  await failFour(store, await addFailing(store, 30));
  expect(mailsOf(store)).toHaveLength(200);
});

test('mails with a link are sent first, and the workspaces take turns in sending their other mails', async () => {
  await using store = await openTestStore();
  const { storage, world } = store;
  await addOwners(store, TOLD);
  await failFour(store, await addFailing(store, 3));
  const other = await secondWorkspace(store);
  const facts = { workspaceName: 'Second', invitedBy: null, email: 'a@example.com', url: 'https://x.example.com' };
  const worded = memberInvited('en', facts);
  await storage.write((tx) => {
    const mail = { workspaceSeq: other.seq, worded };
    queueMail(tx, { ...mail, kind: 'wrong_code', recipient: 'notice@example.com' });
    queueMail(tx, { ...mail, kind: 'new_password', recipient: 'link@example.com', link: 'https://x.example.com/l' });
  });
  const next = dueMails(storage.read, world.clock.now(), 3).map(({ recipient }) => recipient);
  expect(next[0]).toBe('link@example.com');
  expect(next).toContain('notice@example.com');
});
