import { expect, test } from 'bun:test';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import type { BackupPlan } from '../../src/backups/index.ts';
import { phoneKey, type Steps, silentLog } from '../../src/base/index.ts';
import { changeClient, getClient, listClients, mergeClients, separateClient } from '../../src/clients/index.ts';
import { addressKey, contactsIn, piecesOf, tailKey, telKey } from '../../src/forgetting/contacts.ts';
import { mentionsOf } from '../../src/forgetting/forgotten-list.ts';
import { clientFile, listForgettings, listOpen } from '../../src/forgetting/index.ts';
import { OTHER_TEXTS } from '../../src/forgetting/other-texts.ts';
import {
  addNote,
  findMentionedInquiries,
  listCards,
  listStages,
  readCardSettings,
  titlesOf,
} from '../../src/inquiries/index.ts';
import { listMails } from '../../src/mail/index.ts';
import {
  findMentionedOrders,
  getOrder,
  keepSchedule,
  listSchedules,
  skipDate,
  updateOrder,
} from '../../src/orders/index.ts';
import {
  auditLog,
  events,
  imports,
  inspect,
  orderHistory,
  orderScheduleDates,
  orders,
  payments,
  restoreDatabase,
  webhookAttempts,
  webhookEndpoints,
} from '../../src/storage/index.ts';
import { settleAttempts } from '../../src/webhooks/index.ts';
import { type BackupKeeper, ForgetKeeper } from '../../src/worker/index.ts';
import type { Ctx } from '../../src/workspaces/index.ts';
import { backUp, RESTORE_FACTS } from '../support/backups.ts';
import { dyingAfter, forget, IDLE_FILES, workOff } from '../support/forgetting.ts';
import { indexAllOrders } from '../support/kept-up.ts';
import { rowsIn } from '../support/raw-database.ts';
import { POLICY } from '../support/scheduling.ts';
import {
  addInquiry,
  addOrder,
  openTestStore,
  rowsOf,
  secondWorkspace,
  type TestStore,
  tempDir,
} from '../support/store.ts';
import { seededRandom } from '../support/world.ts';

const PHONE = '+79161234567';

const ANNA = { name: 'Anna', phone: PHONE };

/** Creates an order with a text in each field. @returns its id */
const make = (ctx: Ctx, client: Record<string, string>, more: object = {}): Promise<string> =>
  addOrder(ctx, {
    client,
    products: [{ name: 'Rose', quantity: 2, price: 100.5, comment: 'red' }],
    delivery: { price: 50, adress: 'Main st 1' },
    additional: { comment: 'a wish' },
    ...more,
  });

const work = async (store: TestStore, steps: number): Promise<void> => {
  let left = steps;
  const goOn = (): Promise<boolean> => {
    left -= 1;
    return Promise.resolve(left > 0);
  };
  await workOff(store.storage, { goOn });
};

/** Forgets a client in as many steps as that takes, up to 200. */
const forgetWholly = async (store: TestStore, client: Parameters<typeof forget>[1] = { phone: PHONE }) => {
  await forget(store, client);
  await work(store, 200);
};

function whole<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

test('a forgetting resumes after any interruption and sends receivers one event for each order', async () => {
  await using store = await openTestStore();
  const ids: string[] = [];
  for (let made = 0; made < 3; made += 1) ids.push(await make(store.ctx(), ANNA));
  await forget(store, { phone: '8 (916) 123-45-67' });
  for (let cuts = 0; listOpen(store.storage.read).length > 0; cuts += 1) {
    expect(cuts).toBeLessThan(40);
    await work(store, 1);
  }
  const { read } = store.storage;
  const rows = read.select().from(orderHistory).where(eq(orderHistory.kind, 'updated')).all();
  expect(rows.length).toBe(ids.length);
  expect(read.select().from(events).where(eq(events.type, 'order.updated')).all().length).toBe(ids.length);
  for (const id of ids) {
    const full = getOrder(store.ctx(), id).order;
    expect(full).toMatchObject({ client: null, additional: null, price: 25_100, delivery: '{"price":50}' });
    expect(full.products).toBe('[{"name":"Rose","quantity":2,"price":100.5}]');
  }
  const [line] = read.select().from(auditLog).where(eq(auditLog.action, 'client.forgotten')).all();
  expect(JSON.parse(line?.changes ?? '')).toEqual({ orders: { from: null, to: 3 } });
  expect(inspect(store.dataDir)?.problems).toEqual([]);
});

test('a forgetting killed between any two writes still removes everything and counts each order once', async () => {
  await using store = await openTestStore();
  const id = await make(store.ctx(), ANNA);
  await updateOrder(store.ctx(), { id, data: { client: { name: 'Olga' } } });
  const paid = { payments: [{ paymentId: 'p', amount: 1, providerData: { payer: 'Anna', phone: PHONE } }] };
  await make(store.ctx(), { name: 'Olga' }, paid);
  await forget(store, { phone: PHONE });
  for (let writes = 1; listOpen(store.storage.read).length > 0; writes += 1) {
    const dying = dyingAfter(store.storage, writes);
    await workOff(dying).catch(({ message }: Error) => expect(message).toBe('killed'));
  }
  const { read } = store.storage;
  const all = [orders, orderHistory, payments].map((table) => JSON.stringify(read.select().from(table).all()));
  for (const word of ['Anna', PHONE]) expect(all.join()).not.toContain(word);
  expect(getOrder(store.ctx(), id).order.additional).toBeNull();
  expect(listForgettings(read, store.workspace.seq)[0]?.counts.orders).toBe(2);
});

test('a forgetting leaves other clients, other workspaces and unrelated orders unchanged', async () => {
  await using store = await openTestStore();
  const elsewhere = await secondWorkspace(store);
  await make(store.ctx(), ANNA);
  const other = await make({ ...store.ctx(), workspace: elsewhere }, ANNA);
  const olga = { name: 'Olga', phone: '+79160000000' };
  const stranger = await make(store.ctx(), olga);
  const gift = await make(store.ctx(), olga, { recipient: { name: 'Anna', phone: '89161234567' } });
  await forgetWholly(store);
  const { read } = store.storage;
  const rowOf = (id: string) => read.select().from(orders).where(eq(orders.id, id)).get();
  expect(rowOf(other)?.client).toContain(PHONE);
  expect(rowOf(stranger)?.additional).toContain('a wish');
  expect(rowOf(gift)).toMatchObject({ recipient: null, additional: null });
  expect(rowOf(gift)?.client).toContain('Olga');
  expect(listForgettings(read, store.workspace.seq)[0]?.counts.orders).toBe(2);
});

test('forgetting a client keeps an item’s numeric list price, but removes a text or a phone number from that field', async () => {
  await using store = await openTestStore();
  const items = [
    { name: 'Rose', quantity: 2, price: 100.5, listPrice: 120 },
    { name: 'Lily', quantity: 1, price: 10, listPrice: 'as Anna wished' },
    { name: 'Iris', quantity: 1, price: 10, listPrice: 79161234567 },
  ];
  const id = await make(store.ctx(), ANNA, { products: items });
  await updateOrder(store.ctx(), { id, data: { products: items.slice(0, 2) } });
  await forgetWholly(store);
  const [rose, lily, iris] = items.map(({ listPrice, ...item }) => (listPrice === 120 ? { ...item, listPrice } : item));
  expect(JSON.parse(getOrder(store.ctx(), id).order.products)).toEqual([rose, lily]);
  const changes = rowsOf(store.storage, orderHistory).flatMap((row) => row.changes ?? []);
  expect(changes.map((text) => JSON.parse(text).products)).toEqual([
    { from: [rose, lily, iris], to: [rose, lily] },
    undefined,
  ]);
});

test('forgetting an order’s former client keeps the delivery address that was saved together with the new client', async () => {
  await using store = await openTestStore();
  const id = await make(store.ctx(), ANNA);
  await updateOrder(store.ctx(), {
    id,
    data: { client: { name: 'Olga' }, delivery: { adress: 'New st 2', price: 1 } },
  });
  await forgetWholly(store);
  const full = getOrder(store.ctx(), id).order;
  expect(full.client).toContain('Olga');
  expect(full.delivery).toContain('New st 2');
  expect(full.additional).toBeNull();
  const texts = store.storage.read.select().from(orderHistory).all();
  expect(JSON.stringify(texts)).not.toContain('Anna');
});

test('the search for a forgotten client reads no text of another workspace, and lets other requests run between large texts', async () => {
  await using store = await openTestStore();
  const others = { ...store.ctx(), workspace: await secondWorkspace(store) };
  const large = { note: 'x'.repeat(9_000) };
  const sent = { paymentId: 'p', amount: 1, paidAt: '2026-05-20T10:00:00Z' };
  await make(others, { name: 'Olga' }, { payments: [{ ...sent, providerData: { secret: 'B' } }] });
  for (let at = 0; at < 80; at += 1) await make(store.ctx(), { name: 'Anna', ...large });
  const read: string[] = [];
  const mentions = function* (text: string): Steps<boolean> {
    yield undefined;
    read.push(text);
    return false;
  };
  let [after, pauses, steps] = [0, 0, 0];
  for (let last: number | undefined = 0; last !== undefined; steps += 1) {
    const looking = findMentionedOrders(store.storage, { workspaceSeq: store.workspace.seq, after, mentions });
    let looked = looking.next();
    for (; looked.done !== true; looked = looking.next()) pauses += 1;
    last = looked.value.last;
    after = last ?? after;
  }
  expect(read.filter((text) => /Olga|secret/.test(text))).toEqual([]);
  expect(read.filter((text) => text.includes('Anna'))).toHaveLength(80);
  // Eighty orders of nine kilobytes take three steps, and a fourth step finds no more. Each order is read twice.
  expect([steps, pauses]).toEqual([4, 3 + 2 * 80]);
});

test('a forgetting keeps the history of access, unsent mails to the workspace’s owners, and form answers from other workspaces', async () => {
  await using store = await openTestStore();
  const second = await secondWorkspace(store);
  const email = 'intruder@example.com';
  const seq = store.workspace.seq;
  await store.storage.write((tx) => {
    const said = JSON.stringify({ email: { from: null, to: email } });
    for (const action of ['person.invited', 'orders.exported'])
      tx.db.run(sql`INSERT INTO audit_log
      (workspace_seq, at, actor_type, actor_id, action, subject, changes)
      VALUES (${seq}, 1, 'command', NULL, ${action}, 'x', ${said})`);
    for (const [person, workspaceSeq, mail] of [
      [1, seq, 'owner@example.com'],
      [2, second.seq, 'other@example.com'],
    ] as const) {
      tx.db.run(
        sql`INSERT INTO people (seq, id, email, email_key, created_at) VALUES (${person}, randomblob(16), ${mail}, ${mail}, 1)`,
      );
      tx.db.run(
        sql`INSERT INTO memberships (workspace_seq, person_seq, role, created_at) VALUES (${workspaceSeq}, ${person}, 'owner', 1)`,
      );
      tx.db.run(
        sql`INSERT INTO sent_forms (person_seq, form_id, fingerprint, answer, at) VALUES (${person}, 'f', '', 'said', 1)`,
      );
    }
    for (const [to, state] of [
      ['owner@example.com', 'pending'],
      ['owner@example.com', 'sent'],
      [email, 'pending'],
      // Someone with an account in another workspace is a client like any other here.
      ['other@example.com', 'pending'],
    ]) {
      tx.db.run(sql`INSERT INTO mails (id, workspace_seq, kind, recipient, subject, text, html, state, attempts, due_at, created_at)
        VALUES (randomblob(16), ${seq}, 'invitation', ${to}, 's', ${`${email} was invited`}, 'h', ${state}, 0, 0, 1)`);
    }
  });
  await forgetWholly(store, { email });
  const { read } = store.storage;
  const all = <T>(query: ReturnType<typeof sql>) => read.all<T>(query);
  expect(
    all(
      sql`SELECT action, changes IS NULL AS gone FROM audit_log WHERE action <> 'client.forgotten' AND subject = 'x'`,
    ),
  ).toEqual([
    { action: 'person.invited', gone: 0 },
    { action: 'orders.exported', gone: 1 },
  ]);
  expect(all(sql`SELECT state, text = '' AS gone FROM mails ORDER BY seq`)).toEqual([
    { state: 'pending', gone: 0 },
    { state: 'sent', gone: 1 },
    { state: 'failed', gone: 1 },
    { state: 'failed', gone: 1 },
  ]);
  expect(all(sql`SELECT person_seq AS person, answer IS NULL AS gone FROM sent_forms ORDER BY 1`)).toEqual([
    { person: 1, gone: 1 },
    { person: 2, gone: 0 },
  ]);
});

test('a client’s file contains only those parts of other clients’ orders that name this client', async () => {
  await using store = await openTestStore();
  await make(store.ctx(), ANNA, { platform: 'Instagram', timeStart: '10:00', timeEnd: '12:00' });
  const more = { recipient: { name: 'Igor' }, additional: { comment: 'or call 8 (916) 123-45-67' } };
  await make(store.ctx(), { name: 'Olga', phone: '+79169999999' }, more);
  await make(store.ctx(), { name: 'Petr' }, { recipient: { phone: PHONE } });
  const handed = await make(store.ctx(), ANNA);
  const next = { client: { name: 'Vera' }, additional: { comment: 'for Vera' }, recipient: null, delivery: null };
  await updateOrder(store.ctx(), { id: handed, data: next });
  const file = JSON.parse([...clientFile(store.ctx(), { phone: PHONE }, 0)].join(''));
  const parts = file.orders.map(({ as, client, recipient, delivery, additional }: Record<string, unknown>) => [
    as,
    client !== null,
    recipient !== null,
    delivery !== null,
    additional !== null,
  ]);
  expect(parts).toEqual([
    ['client', true, false, true, true],
    ['mentioned', false, false, false, true],
    ['mentioned', false, true, true, false],
    ['mentioned', false, false, false, false],
  ]);
  expect(JSON.stringify(file)).not.toMatch(/Olga|Igor|Petr|Vera|9169999999/);
  const of = (at: number) => file.orders[at];
  expect(of(0)).toMatchObject({ platform: 'Instagram', timeStart: '10:00', products: [{ comment: 'red' }] });
  expect(of(1).products).toEqual([{ name: 'Rose', quantity: 2, price: 100.5 }]);
  const changes = of(3).history.flatMap((row: { changes: unknown }) => row.changes ?? []);
  expect(changes).toEqual([{ client: { from: { name: 'Anna', phone: PHONE } } }]);
});

test('the export of a client’s file holds only one change of an order in memory at a time', async () => {
  await using store = await openTestStore();
  const id = await make(store.ctx(), ANNA);
  const texts = (at: number) => Array.from({ length: 40 }, () => String(at).repeat(9_000));
  for (let at = 1; at <= 9; at += 1) await updateOrder(store.ctx(), { id, data: { additional: { texts: texts(at) } } });
  const pieces = [...clientFile(store.ctx(), { phone: PHONE }, 0)];
  // A change contains both the old and the new texts.
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(2.2 * 40 * 9_000);
  const { orders } = JSON.parse(pieces.join(''));
  expect(orders[0].history.map(({ kind }: { kind: string }) => kind)).toEqual(['created', ...Array(9).fill('updated')]);
  expect(orders[0].history[9].changes.additional.to.texts).toEqual(texts(9));
});

test('the export of a client’s file sends a byte at least every hundred steps, however many clients it searches', async () => {
  await using store = await openTestStore();
  await store.storage.write(({ db }) =>
    db.run(sql`WITH RECURSIVE n (i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 1999)
      INSERT INTO clients (id, workspace_seq, key, name, phone, email, note, version, created_at, updated_at, search_text)
      SELECT randomblob(16), ${store.workspace.seq}, 'p+7917000' || i, 'Olga', '+7917000' || i, '', '', 1, 0, 0, 'olga' FROM n`),
  );
  const pieces = [...clientFile(store.ctx(), { phone: PHONE }, 0)];
  const kept = pieces.slice(pieces.findIndex((piece) => piece.includes('"kept"')));
  const empty = kept
    .map((piece) => (piece === '' ? '.' : ' '))
    .join('')
    .split(' ');
  expect(kept.length).toBeGreaterThan(1_000);
  expect(Math.max(...empty.map(({ length }) => length))).toBe(99);
  expect(JSON.parse(pieces.join('')).kept).toEqual([]);
});

test('neither the file of a client nor the page of mails shows sign-in mails', async () => {
  await using store = await openTestStore();
  const kinds = ['restored', 'new_sign_in', 'wrong_code', 'new_password', 'invitation'];
  await store.storage.write((tx) => {
    for (const kind of kinds)
      tx.db.run(sql`INSERT INTO mails (id, workspace_seq, kind, recipient, subject, text, html, state, attempts, due_at, created_at)
        VALUES (randomblob(16), ${store.workspace.seq}, ${kind}, 'both@example.com', ${kind}, 'from Safari', '', 'sent', 1, 0, 1)`);
  });
  const file = JSON.parse([...clientFile(store.ctx(), { email: 'both@example.com' }, 0)].join(''));
  expect(file.mails.map(({ subject }: { subject: string }) => subject)).toEqual(['restored']);
  const page = listMails(store.storage, store.workspace.seq);
  expect(page.map(({ kind, text }) => [kind, text])).toEqual([
    ['invitation', ''],
    ['new_password', ''],
    ['restored', 'from Safari'],
  ]);
});

test('a forgotten client’s orders stop repeating, but other clients’ orders that name this client continue', async () => {
  await using store = await openTestStore();
  const own = await make(store.ctx(), ANNA);
  const named = await make(store.ctx(), { name: 'Olga', phone: '+79169999999' }, { recipient: ANNA });
  for (const orderId of [own, named]) {
    const every = { every: 'year', next: '2027-05-20', last: null, daysBefore: 7 } as const;
    await keepSchedule(store.ctx(), { orderId, ...every });
    await skipDate(store.ctx(), { orderId, due: '2027-05-20' });
  }
  const file = JSON.parse([...clientFile(store.ctx(), { phone: PHONE }, 0)].join(''));
  expect(file.orders.map((one: { comesUpAgain: unknown }) => one.comesUpAgain)).toEqual([
    {
      every: 'year',
      starts: '2027-05-20',
      last: null,
      daysBefore: 7,
      pausedOn: null,
      ended: false,
      decided: [{ date: '2027-05-20', since: '2027-05-20', as: 'skipped' }],
    },
    null,
  ]);
  await forgetWholly(store);
  const left = await listSchedules(store.ctx(), { today: '2026-05-20', limit: 9, shape: ({ id }) => id });
  expect(left.schedules.map((one) => one.order)).toEqual([named]);
  expect(store.storage.read.select().from(orderScheduleDates).all()).toHaveLength(1);
});

test('a receiver’s answer to an older event is dropped if it arrives after the client was forgotten', async () => {
  await using store = await openTestStore();
  const { storage, workspace, world } = store;
  await storage.write((tx) => {
    const endpoint = { url: 'https://203.0.113.9/', secret: 'whsec_', events: 'order.created order.updated' };
    const row = { ...endpoint, id: tx.newId(), workspaceSeq: workspace.seq, enabled: true, createdAt: 0, updatedAt: 0 };
    tx.db.insert(webhookEndpoints).values(row).run();
  });
  const id = await make(store.ctx(), ANNA);
  await make(store.ctx(), { name: 'Olga' });
  await forgetWholly(store);
  world.clock.advance(1);
  await updateOrder(store.ctx(), { id, data: { additional: { comment: 'of Olga' } } });
  const told = storage.read.select({ seq: events.seq, type: events.type }).from(events).orderBy(events.seq).all();
  const failed = { endpointSeq: 1, kind: 'scheduled', attempt: 1, requestSeq: null, httpCode: 500 } as const;
  await storage.write((tx) => {
    const answer = { ...failed, reason: 'status', durationMs: 1, at: tx.now } as const;
    const outcomes = told.map(({ seq }) => ({ ...answer, eventSeq: seq, response: `to ${seq}` }));
    settleAttempts(tx, POLICY, null, outcomes);
  });
  const rows = storage.read
    .select({ type: events.type, response: webhookAttempts.response })
    .from(webhookAttempts)
    .innerJoin(events, eq(events.seq, webhookAttempts.eventSeq))
    .orderBy(events.seq)
    .all();
  expect(rows).toEqual([
    { type: 'order.created', response: null },
    { type: 'order.created', response: 'to 2' },
    // This event reports the forgetting itself.
    { type: 'order.updated', response: null },
    { type: 'order.updated', response: 'to 4' },
  ]);
});

test('a request to forget a client starts nothing if it is repeated at once, and is refused if its contact is invalid', async () => {
  await using store = await openTestStore();
  const first = await forget(store, { phone: PHONE });
  expect(await forget(store, { phone: '8-916-123-45-67' })).toBe(first);
  for (const client of [{}, { phone: '12' }, { phone: 'Anna' }, { email: 'anna' }]) {
    await expect(forget(store, client)).rejects.toMatchObject({ kind: 'validation_failed' });
  }
});

test('a second request starts another forgetting if the first forgetting has already begun its search', async () => {
  await using store = await openTestStore();
  const first = await forget(store, { phone: PHONE });
  await work(store, 1);
  expect(await forget(store, { phone: PHONE })).not.toBe(first);
});

const beginsImport = ({ storage, world, workspace }: TestStore) =>
  storage.write((tx) => {
    const file = { id: world.newId(tx.now), workspaceSeq: workspace.seq, kind: 'orders', state: 'staging' } as const;
    const rest = { options: '{}', actorType: 'system', total: 1, done: 0, counts: '{}', createdAt: tx.now } as const;
    tx.db
      .insert(imports)
      .values({ ...file, ...rest })
      .run();
  });

test('imports that begin after a forgetting do not delay it', async () => {
  await using store = await openTestStore();
  await forget(store, { phone: PHONE });
  store.world.clock.advance(1_000);
  await beginsImport(store);
  await work(store, 100);
  expect(listOpen(store.storage.read)).toEqual([]);
});

test('a forgetting waits for an import whose file is still being read', async () => {
  await using store = await openTestStore();
  await beginsImport(store);
  await forget(store, { phone: PHONE });
  await work(store, 3);
  expect(listOpen(store.storage.read)).toMatchObject([{ step: 'imports' }]);
  // When the server starts, nobody is uploading a file. So the keeper removes the unfinished import instead of waiting
  // for it.
  await comesBack(store);
  await keeperOf(store).keeper.again();
  expect(listOpen(store.storage.read)).toEqual([]);
});

test('a forgetting removes the client from an order’s payments and gives the order a new version', async () => {
  await using store = await openTestStore();
  const told = { paymentId: 'p', amount: 1, providerData: { payer: 'Anna', phone: PHONE } };
  const id = await make(store.ctx(), { name: 'Olga' }, { payments: [told] });
  const { version } = getOrder(store.ctx(), id).order;
  await forgetWholly(store);
  expect(getOrder(store.ctx(), id).order.version).toBe(version + 1);
  const { read } = store.storage;
  expect(JSON.stringify(read.select().from(payments).all())).not.toContain('Anna');
  expect(read.select().from(events).where(eq(events.type, 'order.updated')).all()).toHaveLength(1);
});

test('an order gets exactly one new version when a forgetting empties its payments, even if a crash interrupts the forgetting', async () => {
  const told = { amount: 1, providerData: { payer: 'Anna', phone: PHONE } };
  for (let [writes, isCut] = [0, true]; isCut; writes += 1) {
    await using store = await openTestStore();
    const paid = { payments: Array.from({ length: 51 }, (_, at) => ({ ...told, paymentId: `p${at}` })) };
    const id = await make(store.ctx(), { name: 'Olga' }, paid);
    const { version } = getOrder(store.ctx(), id).order;
    await forget(store, { phone: PHONE });
    isCut = await workOff(dyingAfter(store.storage, writes)).then(
      () => false,
      () => true,
    );
    await workOff(store.storage);
    expect([writes, getOrder(store.ctx(), id).order.version]).toEqual([writes, version + 1]);
    expect(JSON.stringify(store.storage.read.select().from(payments).all())).not.toContain('Anna');
  }
});

/** Checks whether a key is the key of this phone, or its `tailKey`. */
const isOf =
  (tel: string) =>
  (key: string): boolean =>
    key === tel || key === tailKey(tel);

test('a forgetting finds a client’s phone in every spelling by which an order is assigned to the client', () => {
  const key = telKey(PHONE) ?? '';
  const isFound = (text: string): boolean => [...contactsIn(JSON.stringify({ phone: text }), isOf(key))].includes(key);
  const signs = [
    ...'-.()[]',
    ...'\u00a0\u00ad\u200b\u2060\u3000\u2010\u2015\u2053\u2212\u223c\u30fc',
    ...'（）［］．／－',
  ];
  const zeros = ['０', '٠', '۰'];
  const spellings = [
    ...signs.map((sign) => ['+7', '916', '123', '45', '67'].join(sign)),
    ...zeros.map((zero) => PHONE.replaceAll(/\d/g, (digit) => String.fromCharCode(zero.charCodeAt(0) + Number(digit)))),
    '＋７９１６１２３４５６７',
    '+7 916 123~45 67',
    '+7 916 123～45 67',
  ];
  for (const text of spellings)
    expect({ text, key: phoneKey(text), isFound: isFound(text) }).toEqual({ text, key: PHONE, isFound: true });
});

test('a phone is found in any spelling and any text, and an e-mail address in any case', () => {
  const key = telKey(PHONE) ?? '';
  const inText = (text: string, tel = key) =>
    [...contactsIn(text, isOf(tel))].filter((contact) => contact !== undefined);
  for (const text of [
    '8 (916) 123-45-67',
    '{"phone":79161234567}',
    'after 12:30 call 8 916 123 45 67, flat 5',
    'тел. 89161234567.',
    '+7 916 123 45 67 / 8 495 000 00 00',
    '916-123-45-67',
  ]) {
    expect(inText(text)).toContain(key);
  }
  expect(inText('Write to Anna@Example.org.')).toEqual(['mail:anna@example.org']);
  const foreign = telKey('442079460958') ?? '';
  expect(inText('+44 20 7946 0958', foreign)).toContain(foreign);
  expect(inText('8 916 123 45 68')).not.toContain(key);
});

test('a phone and an e-mail address are found anywhere in a long text', () => {
  const sought = [telKey(PHONE), addressKey('anna@example.org')];
  const keysIn = (text: string) =>
    [...piecesOf(text)].flatMap((piece) => [...contactsIn(piece, isOf(sought[0] ?? ''))]);
  const fillers = {
    'a text in JSON': '{"note":"some words","more":"of them"},',
    'one word': 'x',
    words: 'some words ',
    figures: '5 ',
    'one number': '7',
    addresses: 'b1@example.com ',
  };
  for (const [name, filler] of Object.entries(fillers)) {
    const around = filler.repeat(Math.ceil(9_000 / filler.length));
    for (let at = 3_000; at < 4_400; at += 9) {
      for (const [nth, contact] of [' call 8 916 123 45 67, ', ' anna@example.org, '].entries()) {
        const text = `${around.slice(0, at)}${contact}${around.slice(at)}`;
        expect([name, at, keysIn(text).includes(sought[nth] ?? '')]).toEqual([name, at, true]);
      }
    }
  }
});

test('a text full of e-mail addresses or phones is searched in many small steps', async () => {
  await using store = await openTestStore();
  const texts = [
    Array.from({ length: 9_000 }, (_, n) => `a${n}@é${n % 7}.example`).join(' '),
    Array.from({ length: 14_000 }, (_, n) => `8916${String(n).padStart(4, '0')}567`).join(' '),
  ];
  for (const text of texts) {
    const client = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [n, text.slice(n * 9_000, (n + 1) * 9_000)]),
    );
    await make(store.ctx(), client);
    await addInquiry(store.ctx(), { client });
  }
  const mentions = mentionsOf(['none'], (contact) => contact);
  const { read } = store.storage;
  const asked = { workspaceSeq: store.workspace.seq, after: 0, mentions, forgettings: [] };
  const looks = [findMentionedOrders(store.storage, asked), findMentionedInquiries(read, asked)];
  for (const look of looks) expect([...look].length).toBeGreaterThan(40);
  for (const piece of piecesOf(texts.join(''))) expect(piece.length).toBeLessThanOrEqual(4_096);
});

test('each e-mail address and possible phone number in a text is compared in a separate step', () => {
  const mentions = mentionsOf([tailKey(telKey(PHONE) ?? '')], (contact) => contact);
  const texts = {
    addresses: Array.from({ length: 400 }, (_, n) => `a${n}@b.c`),
    numbers: Array.from({ length: 300 }, (_, n) => `8916${String(n).padStart(4, '0')}567`),
    groups: Array.from({ length: 500 }, (_, n) => `${(n * 37) % 100} 567`),
  };
  const stepsOf = (words: readonly string[]): number => [...mentions(words.join(' ').slice(0, 4_000))].length;
  expect(stepsOf(texts.addresses)).toBeGreaterThan(300);
  expect(stepsOf(texts.numbers)).toBeGreaterThan(250);
  expect(stepsOf(texts.groups)).toBeGreaterThan(490);
});

test('a phone and an e-mail address are found in a stored order, whatever surrounds them', async () => {
  await using store = await openTestStore();
  const email = 'anna@example.org';
  const around = [
    '\n@',
    '\t@',
    '\r\n@',
    '«@»',
    '{@}',
    "'@'",
    'email=@&name=x',
    'mailto:@?subject=x',
    '*@*',
    '— @…',
    '|@|',
  ];
  const texts = [
    ...around.map((text) => text.replace('@', email)),
    JSON.stringify({ form: JSON.stringify({ note: `see\n${email}` }) }),
    '89161234567/89219876543',
    '89219876543/89161234567',
    '89219876543-89161234567',
    '89161234567.89219876543',
    '8 921 987 65 43 8 903 111 22 33 8 916 123 45 67',
    '8 916 123 45 67 8 921 987 65 43 8 903 111 22 33',
    '8 921 987 65 43 8 916 123 45 67 8 903 111 22 33',
    '8\t916\n123 45 67',
  ];
  const others = ['marianna@example.org', 'anna@example.org.ua', '8 916 123 45 60', '89161234567890123'];
  for (const comment of [...texts, ...others]) await make(store.ctx(), { name: 'Olga' }, { additional: { comment } });
  await forgetWholly(store, { phone: PHONE, email });
  const left = rowsOf(store.storage, orders).flatMap(({ additional }) => additional ?? []);
  expect(left.map((text) => JSON.parse(text).comment)).toEqual(others);
});

function restoreOver(store: TestStore, dir: string, backup: string): unknown[] {
  for (const side of ['', '-wal', '-shm']) copyFileSync(store.storage.path + side, join(dir, `docket.db${side}`));
  const staged = join(dir, '.staged.partial');
  copyFileSync(backup, staged);
  restoreDatabase(dir, staged, { ...RESTORE_FACTS, anySeal: true, hold: false });
  return rowsIn(join(dir, 'docket.db'), 'SELECT step, again, finished_at FROM forgettings');
}

test('clients forgotten before a restore are forgotten again after it, even if the file that lists these clients is gone', async () => {
  await using store = await openTestStore();
  using folder = tempDir();
  using dir = tempDir();
  await make(store.ctx(), ANNA);
  const backup = await backUp(store, folder.path);
  await forgetWholly(store);
  expect(restoreOver(store, dir.path, backup)).toEqual([{ step: 'imports', again: 1, finished_at: null }]);
});

test('a restore of a backup taken halfway through a forgetting leaves that forgetting unfinished', async () => {
  await using store = await openTestStore();
  using folder = tempDir();
  using dir = tempDir();
  await make(store.ctx(), ANNA);
  await forget(store, { phone: PHONE });
  await work(store, 1);
  const backup = await backUp(store, folder.path);
  await work(store, 100);
  expect(restoreOver(store, dir.path, backup)).toEqual([{ step: 'orders', again: 1, finished_at: null }]);
});

test('a forgetting removes the client’s own data and separates the clients merged with them', async () => {
  await using store = await openTestStore();
  await make(store.ctx(), ANNA);
  await make(store.ctx(), { name: 'Boris', phone: '+79217654321' });
  await indexAllOrders(store.storage.path);
  const [boris, anna] = (await listClients(store.ctx(), { limit: 2 })).clients.map(({ id }) => id);
  const dates = [{ day: '03-08', title: 'Planted day' }];
  await changeClient(store.ctx(), { id: anna ?? '', version: 0, name: 'Planted name', note: 'Planted note', dates });
  await changeClient(store.ctx(), { id: boris ?? '', version: 0, note: `friend of ${PHONE}` });
  await mergeClients(store.ctx(), { id: anna ?? '', other: boris ?? '' });
  await forgetWholly(store);
  await indexAllOrders(store.storage.path);
  for (const table of ['clients', 'client_dates', 'audit_log']) {
    const rows = JSON.stringify(store.storage.read.all(sql.raw(`SELECT * FROM ${table}`)));
    expect(rows).not.toMatch(/Planted|9161234567/);
    // The id is a hash of the phone. Anybody who tries all phones could find the phone by its id, so the id must be
    // gone.
    expect(rows).not.toContain(anna);
  }
  expect((await listClients(store.ctx(), { limit: 2 })).clients.map(({ id }) => id)).toEqual([boris ?? '']);
  expect(await getClient(store.ctx(), { id: boris ?? '', limit: 1, shape: ({ id }) => id })).toMatchObject({
    id: boris,
    note: '',
    // The three versions are the first write, the merge, and the forgetting.
    version: 3,
    merged: [],
  });
});

test('the history contains no id of a forgotten client', async () => {
  await using store = await openTestStore();
  await make(store.ctx(), ANNA);
  await make(store.ctx(), { name: 'Boris', phone: '+79217654321' });
  await indexAllOrders(store.storage.path);
  const [boris = '', anna = ''] = (await listClients(store.ctx(), { limit: 2 })).clients.map(({ id }) => id);
  await mergeClients(store.ctx(), { id: boris, other: anna });
  await separateClient(store.ctx(), { id: anna });
  await forgetWholly(store);
  const rows = JSON.stringify(store.storage.read.select().from(auditLog).all());
  expect(rows).not.toContain(anna);
  expect(rows.split(boris).length - 1).toBe(2);
});

/** A `ForgetKeeper` whose backups are made at once in the data folder. They fail if `fails` gives a reason. */
function keeperOf(store: TestStore, more: { readonly fails?: string; readonly rewrite?: () => Promise<boolean> } = {}) {
  const { storage, dataDir } = store;
  const folder = join(dataDir, 'backups');
  const lines: string[] = [];
  let runs = 0;
  const run = async () => {
    runs += 1;
    if (more.fails !== undefined) return { kind: 'failed', reason: more.fails };
    const path = await backUp(store, folder);
    return { kind: 'verified', made: { name: basename(path) } };
  };
  const keeper = new ForgetKeeper({
    storage,
    dataDir,
    random: seededRandom(7),
    clock: { monotonic: () => 0 },
    log: { ...silentLog, warn: (_said, more) => void lines.push(JSON.stringify(more)) },
    plan: () => ({ target: { place: 'disk', folder, file: undefined } }) as unknown as BackupPlan,
    backups: { run, busy: () => false } as unknown as Pick<BackupKeeper, 'run' | 'busy'>,
    search: { forget: () => true },
    rewrite: more.rewrite ?? (() => Promise.resolve(true)),
  });
  return { keeper, lines, runs: () => runs };
}

/** Marks the forgettings to be done again. A restore of a backup made before the forgettings does the same. */
const comesBack = (store: TestStore): Promise<unknown> =>
  store.storage.write((tx) =>
    tx.db.run(sql`UPDATE forgettings SET again = 1, step = 'imports', place = '[]', finished_at = NULL`),
  );

test('copies of the database that contain a forgotten client are deleted, except files that can undo a restore', async () => {
  await using store = await openTestStore();
  const { dataDir, world, storage } = store;
  await make(store.ctx(), ANNA);
  const folder = join(dataDir, 'backups');
  const older = await backUp(store, folder);
  world.clock.advance(1_000);
  await forget(store, { phone: PHONE });
  const half = await backUp(store, folder);
  world.clock.advance(1_000);
  await work(store, 100);
  const safety = await backUp(store, folder);
  world.clock.advance(1_000);
  const aside = (name: string, from?: string): string => {
    const path = `${storage.path}.${name}`;
    if (from === undefined) writeFileSync(path, 'cannot be read');
    else copyFileSync(from, path);
    return path;
  };
  const before = aside('before-restore.2026-05-21T08-00-00-000Z', safety);
  const damaged = aside('before-restore.2026-05-21T08-00-01-000Z');
  const log = aside('before-restore.2026-05-21T08-00-01-000Z-wal');
  const setAside = aside('set-aside.2026-05-21T08-00-00-000Z', older);
  const inUse = ['upload-1', 'restore-1', 'probe-1'].map((name) => join(dataDir, `.docket-${name}.partial`));
  const killed = join(dataDir, `.${basename(older)}.partial`);
  for (const path of [...inUse, killed]) writeFileSync(path, '');
  const tested = join(dataDir, '.self-test-killed');
  mkdirSync(tested);
  copyFileSync(older, join(tested, 'docket.db'));
  await comesBack(store);
  await keeperOf(store).keeper.again();
  const there = (paths: readonly string[]) => paths.filter((path) => existsSync(path));
  expect(there([older, half, setAside, killed, tested])).toEqual([]);
  expect(there([safety, before, damaged, log, ...inUse])).toEqual([safety, before, damaged, log, ...inUse]);
  expect(listOpen(storage.read)).toEqual([]);
});

test('a full disk or a missing backup destination delays a forgetting without stopping the server', async () => {
  await using store = await openTestStore();
  await make(store.ctx(), ANNA);
  await backUp(store, join(store.dataDir, 'backups'));
  await forget(store, { phone: PHONE });
  await comesBack(store);
  const full = keeperOf(store, { rewrite: () => Promise.reject(new Error('the disk is full')) });
  await full.keeper.again();
  expect(full.lines.join()).toContain('the disk is full');
  expect(listOpen(store.storage.read)).toMatchObject([{ step: 'file' }]);
  const away = keeperOf(store, { fails: 'the folder is away' });
  await away.keeper.again();
  expect(away.lines.join()).toContain('the folder is away');
  expect(listOpen(store.storage.read)).toMatchObject([{ step: 'copies' }]);
});

test('a round of forgetting tries a failing backup once, not once for each client', async () => {
  await using store = await openTestStore();
  await backUp(store, join(store.dataDir, 'backups'));
  for (const phone of [PHONE, '+79161234568', '+79161234569']) await forget(store, { phone });
  await comesBack(store);
  const { keeper, lines, runs } = keeperOf(store, { fails: 'the folder is away' });
  await keeper.again();
  expect(runs()).toBe(1);
  const said = lines.length;
  keeper.start();
  while (lines.length === said) await Bun.sleep(1);
  await keeper.stop(60_000);
  expect(runs()).toBe(2);
  expect(listOpen(store.storage.read).map(({ step }) => step)).toEqual(['copies', 'copies', 'copies']);
});

test('a forgetting that fails is reported, and the next forgetting still runs', async () => {
  await using store = await openTestStore();
  await forget(store, { phone: PHONE });
  await forget(store, { phone: '+79217654321' });
  let fails = true;
  const copies = (): Promise<number> => {
    if (!fails) return Promise.resolve(0);
    fails = false;
    return Promise.reject(new Error('broken once'));
  };
  const going = workOff(store.storage, { files: { ...IDLE_FILES, copies } });
  await expect(going).rejects.toThrow('broken once');
  expect(listOpen(store.storage.read)).toMatchObject([{ seq: 1, step: 'copies' }]);
});

test('forgetting a client appends a line to the list of forgotten clients and keeps earlier lines, even damaged ones', async () => {
  await using store = await openTestStore();
  const path = join(store.dataDir, 'forgotten.list');
  const former = `damaged\n${'a'.repeat(36)} unended`;
  writeFileSync(path, former);
  const id = await forget(store, { phone: PHONE });
  const [damaged, unended, added, end] = readFileSync(path, 'utf8').split('\n');
  expect([`${damaged}\n${unended}`, added?.split(' ')[0], end]).toEqual([former, id, '']);
  // At a start, the server does not add clients that are already in the list.
  const before = readFileSync(path, 'utf8');
  await keeperOf(store).keeper.again();
  expect(readFileSync(path, 'utf8')).toBe(before);
});

test('no client is forgotten while the list of forgotten clients is unreadable', async () => {
  await using store = await openTestStore();
  mkdirSync(join(store.dataDir, 'forgotten.list'));
  await expect(forget(store, { phone: PHONE })).rejects.toThrow('EISDIR');
  expect(listOpen(store.storage.read)).toEqual([]);
});

test('one step of the search for a forgotten client skips 1,000 history rows that have no text or belong to another workspace', async () => {
  await using store = await openTestStore();
  const { seq } = store.workspace;
  const other = (await secondWorkspace(store)).seq;
  await store.storage.write((tx) => {
    const rows = sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3500)`;
    tx.db.run(sql`INSERT INTO audit_log (workspace_seq, at, actor_type, action, subject, changes)
      ${rows} SELECT iif(i % 2, ${seq}, ${other}), 1, 'command', 'orders.exported', i, iif(i > 3498, ${`"${PHONE}"`}, NULL) FROM n`);
  });
  await forget(store, { phone: PHONE });
  const [one] = listOpen(store.storage.read);
  if (one === undefined) throw new Error('nothing was begun');
  const look = (after: number) =>
    whole(
      OTHER_TEXTS.history.look(store.storage.read, {
        one: { ...one, place: [after] },
        *mentions(text) {
          yield undefined;
          return text.includes(PHONE);
        },
      }),
    );
  const newest = store.storage.read.all<{ seq: number }>(sql`SELECT max(seq) AS seq FROM audit_log`)[0]?.seq ?? 0;
  expect([look(0), look(3_000), look(newest)].map(({ place, found }) => [place, found.length])).toEqual([
    [[1_000], 0],
    [[newest], 1],
    [undefined, 0],
  ]);
  await work(store, 100);
  const left = store.storage.read.all(sql`SELECT subject FROM audit_log WHERE changes LIKE ${`%${PHONE}%`}`);
  expect(left).toEqual([{ subject: '3500' }]);
});

test('forgetting a client keeps the history of notes on another inquiry, even if that inquiry’s payload is empty', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  await addNote(ctx, { id: await addInquiry(ctx), text: 'asked for roses' });
  await forgetWholly(store);
  const rows = store.storage.read.all<{ changes: string | null }>(
    sql`SELECT changes FROM audit_log WHERE action = 'inquiry.noted'`,
  );
  expect(rows.map(({ changes }) => changes?.includes('asked for roses'))).toEqual([true]);
});

test('the board and the history stop showing the text of a card after its inquiry is forgotten', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  const id = await addInquiry(ctx, { name: 'Anna', phone: PHONE });
  const settings = readCardSettings(store.storage.read, store.workspace.seq);
  const [stage] = listStages(store.storage.read, store.workspace.seq);
  const shown = async () => [
    (await listCards(ctx, { stageId: stage?.id ?? '', settings, limit: 10 })).cards.map(({ title }) => title),
    [...(await titlesOf(ctx, [id]))],
  ];
  expect(await shown()).toEqual([['Anna'], [[id, 'Anna']]]);
  await forgetWholly(store);
  expect(await shown()).toEqual([[''], []]);
});
