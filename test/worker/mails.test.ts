import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { createMailer, type Mailer } from '../../src/base/index.ts';
import { listMails, queueMail } from '../../src/mail/index.ts';
import { addPerson } from '../../src/people/index.ts';
import { mails, people } from '../../src/storage/index.ts';
import { adjustDueTimes } from '../../src/webhooks/index.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import {
  DAY,
  failFour,
  HOUR,
  MINUTE,
  makeOrder,
  openScheduling,
  POLICY,
  type Scheduling,
  SECOND,
} from '../support/scheduling.ts';
import { partOf, startRudeSmtp, startSmtp } from '../support/smtp.ts';
import { until } from '../support/until.ts';

const mailerTo = (port: number, timeoutMs = 15 * SECOND): Mailer =>
  createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'docket@example.com', timeoutMs });

async function addOwner(
  at: Scheduling,
  email: string,
  language = 'en',
  role: 'owner' | 'manager' = 'owner',
): Promise<void> {
  const { seq } = await addPerson(at.store.ctx(), { email, password: undefined, role });
  await at.store.storage.write((tx) => {
    tx.db.update(people).set({ language }).where(eq(people.seq, seq)).run();
  });
}

/** Adds an endpoint that fails four times, after which its owner is warned. @returns the endpoint's receiver */
async function addFailing(at: Scheduling, answer = 500): Promise<Receiver> {
  const { receiver } = await at.receive({ answer });
  await failFour(at);
  return receiver;
}

const mailsOf = (at: Scheduling) => listMails(at.store.storage, at.store.workspace.seq);

test('each owner is mailed in their language, and managers are not mailed', async () => {
  await using server = await startSmtp();
  await using at = await openScheduling({ mailer: mailerTo(server.port), publicUrl: 'https://orders.example.com' });
  await addOwner(at, 'anna@example.com', 'ru');
  await addOwner(at, 'ben@example.com', 'en');
  await addOwner(at, 'manager@example.com', 'en', 'manager');
  await addFailing(at, 404);
  expect(server.taken.flatMap(({ to }) => to).toSorted()).toEqual(['anna@example.com', 'ben@example.com']);
  const textTo = (email: string): string => {
    const mail = server.taken.find(({ to }) => to.includes(email));
    return mail === undefined ? '' : partOf(mail, 'text/plain').replaceAll(/\s+/g, ' ');
  };
  expect(textTo('anna@example.com')).toContain('не принимает уведомления');
  expect(textTo('anna@example.com')).toContain('сервер ответил ошибкой 404');
  expect(textTo('ben@example.com')).toContain('has not accepted');
  expect(textTo('ben@example.com')).toContain('https://orders.example.com/app/webhooks/');
  // The time is that of the workspace: 12:30 in Moscow when it is 9:30 UTC.
  expect(textTo('ben@example.com')).toContain('12:30:00');
  expect(mailsOf(at).map(({ state }) => state)).toEqual(['sent', 'sent']);
});

function overLine(port: number, line: { readonly up: boolean }): Mailer {
  const [real, dead] = [mailerTo(port), mailerTo(1)];
  return { ...real, send: (mail) => (line.up ? real : dead).send(mail) };
}

test('a mail waits at most an hour if the clock was set back while the server was stopped', async () => {
  await using server = await startSmtp();
  const line = { up: false };
  await using at = await openScheduling({ mailer: overLine(server.port, line) });
  const { clock } = at.store.world;
  await addOwner(at, 'owner@example.com');
  await addFailing(at);
  await at.scheduler.stop(0);
  clock.set(clock.now() - 30 * DAY);
  line.up = true;
  at.restart();
  await at.settle();
  await at.advance(HOUR);
  expect(server.taken).toHaveLength(1);
  await at.advance(DAY);
  await failFour(at);
  expect(server.taken).toHaveLength(2);
});

test('each mail is sent once after a mail server was down for a night', async () => {
  await using server = await startSmtp();
  const line = { up: false };
  await using at = await openScheduling({ mailer: overLine(server.port, line) });
  await addOwner(at, 'owner@example.com');
  await addFailing(at);
  expect(mailsOf(at)).toMatchObject([{ state: 'pending', attempts: 1, lastError: expect.stringContaining('connect') }]);
  for (let half = 0; half < 20; half += 1) await at.advance(HOUR / 2);
  expect(server.taken).toEqual([]);
  line.up = true;
  await at.advance(HOUR);
  await at.advance(HOUR);
  expect(server.taken).toHaveLength(1);
  expect(mailsOf(at)[0]).toMatchObject({ state: 'sent' });
});

test('a mail is given up after three days of tries, and stays readable', async () => {
  await using at = await openScheduling({ mailer: mailerTo(1) });
  await addOwner(at, 'owner@example.com');
  const receiver = await addFailing(at);
  receiver.answer(200);
  for (let hour = 0; hour < 80; hour += 1) await at.advance(HOUR);
  expect(mailsOf(at).at(-1)).toMatchObject({ state: 'failed', subject: expect.stringContaining('127.0.0.1') });
  await at.advance(DAY);
});

test('mails about different endpoints of one host have different subjects', async () => {
  await using at = await openScheduling();
  using receiver = startReceiver().answer(500);
  await addOwner(at, 'owner@example.com');
  const { host, origin } = new URL(receiver.url);
  const long = `/hooks/${'a'.repeat(200)}/`;
  for (const path of [`${long}1`, `${long}2`, '/q?shop=1', '/q?shop=2', '/']) await at.endpoint(`${origin}${path}`);
  const same = [await at.endpoint(`${origin}/same`), await at.endpoint(`${origin}/same`)];
  await at.endpoint(origin.replace('127.0.0.1', '127.0.0.2'));
  await failFour(at);
  const subjects = mailsOf(at).map(({ subject }) => subject);
  expect(subjects).toHaveLength(8);
  expect(new Set(subjects).size).toBe(8);
  const told = subjects.map((subject) => subject.replace(' is not accepting notifications', ''));
  expect(told).toEqual(expect.arrayContaining([`${host}/q?shop=1`, `${host}/q?shop=2`, `${host}/`]));
  for (const { id } of same) expect(told).toContain(`${host}/same (${id.slice(-6)})`);
  // An endpoint is named only by its host if no other endpoint has that host.
  expect(told).toContain(host.replace('127.0.0.1', '127.0.0.2'));
  for (const subject of told) expect(subject.length).toBeLessThan(90);
});

test('without a mail server a mail is logged once and listed', async () => {
  await using at = await openScheduling();
  await addOwner(at, 'owner@example.com');
  await addFailing(at);
  const [mail] = mailsOf(at);
  expect(mail).toMatchObject({ state: 'logged', recipient: 'owner@example.com' });
  expect(at.logged.map(({ fields }) => fields['text'])).toEqual([mail?.text ?? '']);
});

test.each(['invitation', 'new_sign_in'] as const)(
  'without a mail server the log contains only the kind of a private mail: %s',
  async (kind) => {
    await using at = await openScheduling();
    const worded = { subject: 'Secretova asks you in', text: 'http://h/app/setup#token-7', html: '<p>token-7</p>' };
    const { storage, workspace } = at.store;
    await storage.write((tx) => queueMail(tx, { workspaceSeq: workspace.seq, kind, recipient: 'a@b.example', worded }));
    await at.settle();
    expect(at.logged.map(({ fields }) => fields)).toEqual([{ kind }]);
  },
);

test('a hanging mail server does not delay webhooks', async () => {
  await using mute = await startRudeSmtp(() => 'silent');
  await using at = await openScheduling({ mailer: mailerTo(mute.port, SECOND / 2) });
  await addOwner(at, 'owner@example.com');
  await addFailing(at);
  await using other = await openScheduling({ mailer: mailerTo(mute.port, SECOND / 2) });
  await addOwner(other, 'owner@example.com');
  const receiver = await addFailing(other);
  const before = receiver.received.length;
  other.store.world.clock.advance(MINUTE);
  await makeOrder(other);
  other.scheduler.pass();
  await receiver.count(before + 1);
  expect(mailsOf(other)[0]?.state).toBe('pending');
});

test('a mail that was being sent when the process died is sent again after the start', async () => {
  await using server = await startSmtp();
  const real = mailerTo(server.port);
  const stuck = Promise.withResolvers<never>();
  let crash = true;
  await using at = await openScheduling({
    mailer: { ...real, send: (mail) => (crash ? stuck.promise : real.send(mail)) },
  });
  await addOwner(at, 'owner@example.com');
  const { receiver } = await at.receive({ answer: 500 });
  await makeOrder(at);
  for (const pauseMs of [0, 5 * SECOND, 5 * MINUTE]) await at.advance(pauseMs);
  at.store.world.clock.advance(30 * MINUTE);
  at.scheduler.pass();
  await receiver.count(4);
  await until('the mail', () => mailsOf(at).length > 0);
  at.scheduler.pass();
  crash = false;
  at.restart();
  await at.settle();
  expect(server.taken).toHaveLength(1);
});

test('mails that were not tried yet keep their sequence when the clock is set back', async () => {
  await using at = await openScheduling();
  const { storage, workspace } = at.store;
  const worded = { subject: 'A notice', text: 'text', html: '<p>text</p>' };
  const notice = { workspaceSeq: workspace.seq, kind: 'webhook_warning', recipient: 'a@b.example', worded } as const;
  await storage.write((tx) => {
    for (let nth = 0; nth < 3; nth += 1) queueMail(tx, notice);
    adjustDueTimes(tx, POLICY, { kind: 'back', byMs: HOUR });
    const places = tx.db.select({ place: mails.dueAt }).from(mails).orderBy(mails.seq).all();
    expect(places.map(({ place }) => place)).toEqual([1, 2, 3]);
  });
});
