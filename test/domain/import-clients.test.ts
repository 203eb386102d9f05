import { expect, spyOn, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { eq, inArray, sql } from 'drizzle-orm';
import { inTurns } from '../../src/base/index.ts';
import {
  changeClient,
  dropMadeRows,
  findMadeRows,
  findMentionedClients,
  forgetKept,
  getClient,
  IMPORTED_CLIENTS,
  listAllClients,
  listClients,
  mergeClients,
  refuseUnsettled,
} from '../../src/clients/index.ts';
import { beginFiltered } from '../../src/dashboard/orders/filter.ts';
import { previewUndo } from '../../src/imports/index.ts';
import { auditLog, clients, importMade } from '../../src/storage/index.ts';
import { searchPath } from '../../src/storage/store/search-file.ts';
import { type ImportShop, openIndexedShop, readClients } from '../support/imports.ts';
import { indexAllOrders } from '../support/kept-up.ts';
import { addOrder } from '../support/store.ts';
import { turnsWithin } from '../support/until.ts';

const ANNA = '+7 912 345-67-89';
const BORIS = '8 921 765 43 21';

async function order(shop: ImportShop, client: Readonly<Record<string, string>>): Promise<void> {
  await addOrder(shop.ctx(), { client });
  await indexAllOrders(shop.storage.path);
}
const bring = async (shop: ImportShop, text: string, take = false): Promise<string> =>
  shop.bring(await readClients(shop.importing, text), { take });
const list = async (shop: ImportShop, text?: string) => {
  await indexAllOrders(shop.storage.path);
  return (await listClients(shop.ctx(), { text, limit: 50 })).clients;
};
const pageOf = async (shop: ImportShop, text: string) => {
  const [found] = await list(shop, text);
  return getClient(shop.ctx(), { id: found?.id ?? '', limit: 5, shape: ({ num }) => num });
};
const keptRows = (shop: ImportShop) => shop.storage.read.select().from(clients).orderBy(clients.seq).all();

test('an import creates clients with addresses, note and dates from the rows of a file', async () => {
  await using shop = await openIndexedShop();
  const id = await bring(
    shop,
    `ФИО;Телефон;Почта;Адрес;Комментарий;День рождения;Памятные даты
Анна Смирнова;8 (912) 345-67-89;ANNA@example.com;Ленина 1;любит лилии;08.03.1990;12.06 Свадьба
Борис;;boris@example.com;"Мира 2, кв. 3; ул. Новая 4";;;`,
  );
  expect(shop.stateOf(id).counts).toEqual({ new: 2 });
  expect(await list(shop)).toMatchObject([
    { name: 'Борис', phone: '', email: 'boris@example.com', orders: 0 },
    { name: 'Анна Смирнова', phone: '+79123456789', email: 'anna@example.com', orders: 0 },
  ]);
  const anna = await pageOf(shop, '912 345');
  expect(anna).toMatchObject({ note: 'любит лилии', addresses: [{ address: 'Ленина 1', flat: '' }] });
  expect(anna.dates).toEqual([
    { day: '03-08', title: 'Birthday' },
    { day: '06-12', title: 'Свадьба' },
  ]);
  expect((await pageOf(shop, 'boris')).addresses.map(({ address }) => address)).toEqual([
    'Мира 2, кв. 3',
    'ул. Новая 4',
  ]);
  const audit = shop.storage.read.select().from(auditLog).where(sql`action = 'clients.imported'`).all();
  expect(audit.map(({ changes }) => JSON.parse(changes ?? '{}'))).toMatchObject([
    { added: { to: 2 }, changed: { to: 0 } },
  ]);
});

test('an import file with other headings for the same fields creates the same client', async () => {
  await using shop = await openIndexedShop();
  await bring(shop, 'Full name,Tel.,Email address,Remark\nAnna Smith,+7 912 345-67-89,ANNA@example.com,likes lilies');
  expect(await list(shop)).toMatchObject([{ name: 'Anna Smith', phone: '+79123456789', email: 'anna@example.com' }]);
  expect(await pageOf(shop, 'anna')).toMatchObject({ note: 'likes lilies' });
});

test('an import fills a known client’s empty fields, and replaces differing ones only if chosen', async () => {
  await using shop = await openIndexedShop();
  await order(shop, { phone: ANNA, name: 'Anna' });
  await order(shop, { email: 'carl@example.com', name: 'Carl' });
  const file = `name,phone,e-mail,note
Anna Smirnova,89123456789,anna@example.com,no lilies
Carl,${BORIS},Carl@Example.com,`;
  const looked = await readClients(shop.importing, file);
  expect(await looked.plan()).toEqual({ new: 0, changed: 2, same: 0, differing: 1, held: 0 });
  expect(looked.preview.map(({ line, known, changes }) => [line, known, changes])).toEqual([
    [
      2,
      'phone',
      [
        { field: 'email', from: null, to: 'anna@example.com' },
        { field: 'note', from: null, to: 'no lilies' },
        { field: 'name', from: 'Anna', to: 'Anna Smirnova', isHeld: true },
      ],
    ],
    [3, 'email', [{ field: 'phone', from: null, to: '+79217654321' }]],
  ]);
  expect(keptRows(shop)).toEqual([]);
  await bring(shop, file);
  expect(await pageOf(shop, ANNA)).toMatchObject({
    name: 'Anna',
    email: 'anna@example.com',
    note: 'no lilies',
    orders: 1,
  });
  expect(await list(shop, '765 43 21')).toMatchObject([{ name: 'Carl', phone: '+79217654321', orders: 1 }]);
  expect(await (await readClients(shop.importing, file)).plan()).toEqual({
    new: 0,
    changed: 0,
    same: 2,
    differing: 1,
    held: 1,
  });
  await bring(shop, file, true);
  expect(await pageOf(shop, ANNA)).toMatchObject({ name: 'Anna Smirnova', orders: 1 });
  expect(await (await readClients(shop.importing, file)).plan()).toMatchObject({ same: 2, differing: 0 });
});

test('a preview shows the cells as they were read, under the file’s column names', async () => {
  await using shop = await openIndexedShop();
  const file = `x;phone;name;birthday;address\n1;${BORIS};Boris;8.3.1990;"A 1; B 2"\n2;${ANNA};Anna;;`;
  expect((await readClients(shop.importing, file)).preview.map(({ line, cells }) => [line, cells])).toEqual([
    [2, ['', '+79217654321', 'Boris', '08.03 Birthday', 'A 1; B 2']],
    [3, ['', '+79123456789', 'Anna', '', '']],
  ]);
});

test('a row with a client’s e-mail but another phone is a new client', async () => {
  await using shop = await openIndexedShop();
  await order(shop, { phone: ANNA, name: 'Anna', email: 'home@example.com' });
  const looked = await readClients(
    shop.importing,
    `name,phone,email\nBoris,${BORIS},home@example.com\nAnybody,,home@example.com`,
  );
  expect(looked.preview).toMatchObject([
    { line: 2, known: null },
    { line: 3, known: 'email', changes: [{ field: 'name', from: 'Anna', to: 'Anybody', isHeld: true }] },
  ]);
});

test('reading an import lets other requests run between the rows, even if each row’s e-mail belongs to twenty clients', async () => {
  await using shop = await openIndexedShop();
  const numbers = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);
  await bring(
    shop,
    `name;email\n${numbers(0, 20)
      .map((at) => `Guest ${at};guest-${at}@example.com`)
      .join('\n')}`,
  );
  await shop.storage.write((tx) => {
    tx.db.update(clients).set({ email: 'none@example.com' }).run();
  });
  const rows = numbers(9_210_000_000, 300).map((phone) => `+7${phone};none@example.com`);
  const turns = await turnsWithin(() => readClients(shop.importing, `phone;email\n${rows.join('\n')}`));
  expect(turns).toBeGreaterThan(rows.length);
});

test('a row without a phone matches no client by an e-mail that several clients share', async () => {
  await using shop = await openIndexedShop();
  const shared = 'none@example.com';
  const phones = Array.from({ length: 21 }, (_, at) => `+792100001${String(at).padStart(2, '0')}`);
  await bring(shop, `phone;email\n${phones.map((phone) => `${phone};${shared}`).join('\n')}\n;carl@example.com`);
  await shop.storage.write((tx) => {
    tx.db.update(clients).set({ email: shared }).where(eq(clients.key, 'ecarl@example.com')).run();
  });
  const knownBy = async (row: string) =>
    (await readClients(shop.importing, `phone;email;note\n${row};x`)).preview.map(({ known }) => known);
  // Carl is the only client with this e-mail who has no phone. Twenty-one others share the e-mail.
  expect(await knownBy(`${ANNA};${shared}`)).toEqual([null]);
  expect(await knownBy(`${phones[0]};${shared}`)).toEqual(['phone']);
  const two = phones.slice(1, 3).map((phone) => `p${phone}`);
  await shop.storage.write((tx) => {
    tx.db.delete(clients).where(inArray(clients.key, two)).run();
  });
  expect(await knownBy(`${ANNA};${shared}`)).toEqual(['email']);
  expect(await knownBy(`;${shared}`)).toEqual([null]);
});

test('an e-mail in many clients’ orders matches only the client who ordered without a phone', async () => {
  await using shop = await openIndexedShop();
  const shared = 'none@example.com';
  for (let at = 0; at < 21; at += 1)
    await order(shop, { phone: `+792100001${String(at).padStart(2, '0')}`, email: shared });
  const known = async () =>
    (await readClients(shop.importing, `phone;email;note\n;${shared};x`)).preview.map(({ known: by }) => by);
  expect(await known()).toEqual([null]);
  await order(shop, { email: shared });
  expect(await known()).toEqual(['email']);
});

test('unreadable cells and repeated clients are reported without refusing the file', async () => {
  await using shop = await openIndexedShop();
  const file = `name;phone;email;dates
Anna;${ANNA};;"08.03 Birthday; x"
Anna S.;89123456789;anna@example.com;
Boris;спросить;boris@example.com;
Nobody;none;none;
Carl;"${BORIS}, 8 921 000 00 01";;
;;anna@example.com;
Dora;;dora@example.com;32.13 x`;
  const { table, plan } = await readClients(shop.importing, file);
  expect(table.problems.count()).toBe(0);
  expect(table.dropped.shown.map(({ line, code, value, than }) => [line, code, value, than])).toEqual([
    [2, 'bad_day', 'x', ''],
    [3, 'client_again', '+79123456789', '2'],
    [4, 'bad_phone', 'спросить', ''],
    [5, 'bad_phone', 'none', ''],
    [5, 'bad_email', 'none', ''],
    [5, 'no_contact', 'Nobody', ''],
    [6, 'second_phone', `${BORIS}, 8 921 000 00 01`, ''],
    [8, 'bad_day', '32.13 x', ''],
    [7, 'client_again', 'anna@example.com', '2'],
  ]);
  expect(await plan()).toMatchObject({ new: 4, same: 1 });
  await bring(shop, file);
  expect((await list(shop)).map(({ name, email }) => [name, email])).toEqual([
    ['Dora', 'dora@example.com'],
    ['Carl', ''],
    ['Boris', 'boris@example.com'],
    ['Anna', 'anna@example.com'],
  ]);
});

test('each address or date beyond a client’s limit is reported', async () => {
  await using shop = await openIndexedShop();
  const places = Array.from({ length: 21 }, (_, at) => `Lane ${at + 1}`);
  const dates = Array.from({ length: 21 }, (_, at) => `03-${String(at + 1).padStart(2, '0')} Day`);
  const file = `phone;address;dates
${ANNA};"${places.join(';')}";"${dates.join(';')}"
${BORIS};"${places.slice(1).join(';')}";
${BORIS};"Lane 2;Lane 1";`;
  const { table } = await readClients(shop.importing, file);
  expect(table.problems.count()).toBe(0);
  const said = (found: typeof table) =>
    found.dropped.shown.flatMap(({ line, code, value, than }) => (code === 'list_full' ? [[line, value, than]] : []));
  expect(said(table)).toEqual([
    [2, 'Lane 21', '20'],
    [2, '21.03 Day', '20'],
    [4, 'Lane 1', '20'],
  ]);
  await bring(shop, file);
  await indexAllOrders(shop.storage.path);
  const again = await readClients(shop.importing, `phone;address;dates\n${ANNA};"lane 3;Lane 22";03-02 Day`);
  expect(said(again.table)).toEqual([[2, 'Lane 22', '20']]);
});

test('an import adds only new addresses and dates, and keeps a client’s entries that differ only in letter case', async () => {
  await using shop = await openIndexedShop();
  await order(shop, { phone: ANNA, name: 'Anna' });
  const id = (await list(shop))[0]?.id ?? '';
  const dates = ['Birthday', 'BIRTHDAY'].map((title) => ({ day: '03-08', title }));
  await changeClient(shop.ctx(), { id, version: 0, addresses: 'Mill Lane 1\nMILL LANE 1', dates });
  const file = `phone;address;dates\n${ANNA};mill lane 1;08.03 birthday\n${ANNA};Shore 8;12.06 Wedding`;
  const looked = await readClients(shop.importing, file);
  expect(looked.preview).toMatchObject([
    {
      changes: [
        { field: 'address', to: 'Shore 8' },
        { field: 'dates', to: '12.06 Wedding' },
      ],
    },
  ]);
  await bring(shop, file);
  expect(await pageOf(shop, ANNA)).toMatchObject({
    ownAddresses: 'Mill Lane 1\nMILL LANE 1\nShore 8',
    dates: [...dates, { day: '06-12', title: 'Wedding' }],
  });
});

test('a client merged from two clients has the addresses of both', async () => {
  await using shop = await openIndexedShop();
  await bring(shop, `name;phone;address\nAnna;${ANNA};"Mill Lane, 3"\nAnna;${BORIS};"Mill Lane, 3;Shore, 8"`);
  const [other, anna] = await list(shop, 'Anna');
  await mergeClients(shop.ctx(), { id: anna?.id ?? '', other: other?.id ?? '' });
  const page = await pageOf(shop, 'Anna');
  expect(page.addresses.map(({ address }) => address).toSorted()).toEqual(['Mill Lane, 3', 'Shore, 8']);
});

test('a file of clients is refused while the search index is unavailable', async () => {
  await using shop = await openIndexedShop();
  await order(shop, { phone: ANNA, name: 'Anna' });
  rmSync(searchPath(shop.storage.path));
  const refused = { refusal: { rule: 'clients_uncounted' } };
  await expect(readClients(shop.importing, `phone\n${ANNA}`)).rejects.toMatchObject(refused);
  // An export is whole or fails.
  await expect(listAllClients(shop.importing).next()).rejects.toMatchObject(refused);
});

test('a list or a sum of one client’s orders is refused while the search index lacks orders', async () => {
  await using shop = await openIndexedShop();
  await order(shop, { phone: ANNA, name: 'Anna' });
  const [anna] = await list(shop, 'Anna');
  const filter = `client=${anna?.id}`;
  {
    // The list does not wait for an order that comes in while the index catches up.
    using _ = spyOn(shop.storage.search, 'catchUp').mockImplementation(async () => {
      await addOrder(shop.ctx(), { client: { phone: ANNA, name: 'Anna' } });
    });
    await beginFiltered(shop.ctx(), filter);
  }
  await expect(beginFiltered(shop.ctx(), filter)).rejects.toMatchObject({ refusal: { rule: 'clients_uncounted' } });
  await beginFiltered(shop.ctx(), 'when=today');
});

test('a second file of clients is refused until the first is imported', async () => {
  await using shop = await openIndexedShop();
  const begin = async (text: string) => {
    const file = await readClients(shop.importing, text);
    return shop.begin(file);
  };
  const first = 'name;email\nBoris;boris@example.com';
  const second = `name;phone;email\nBoris;${BORIS};boris@example.com`;
  await refuseUnsettled(shop.importing);
  const id = await begin(first);
  const refused = { kind: 'import_busy', refusal: { rule: 'clients_importing' } };
  await expect(refuseUnsettled(shop.importing)).rejects.toMatchObject(refused);
  await expect(begin(second)).rejects.toMatchObject(refused);
  expect(await begin(first)).toBe(id);
  await shop.imports.finish();
  await refuseUnsettled(shop.importing);
  await bring(shop, second);
  expect(await list(shop)).toMatchObject([{ name: 'Boris', phone: '+79217654321', email: 'boris@example.com' }]);
});

test('an import of clients is refused if another import was undone since the preview', async () => {
  await using shop = await openIndexedShop();
  const text = `name;phone\nBoris;${BORIS}`;
  const id = await bring(shop, text);
  const file = await readClients(shop.importing, text);
  await shop.undo(id);
  await expect(shop.begin(file)).rejects.toMatchObject({
    refusal: { rule: 'clients_importing' },
  });
  await bring(shop, text);
  expect(await list(shop)).toMatchObject([{ name: 'Boris' }]);
});

test('long phone cells are read in linear time', async () => {
  await using shop = await openIndexedShop();
  const cell = (end: string) => `${ANNA}${'/'.repeat(19_000)}${end}`;
  const rows = [cell('1234567'), ...Array.from({ length: 200 }, () => cell('123456'))];
  const { table } = await readClients(shop.importing, `phone;note\n${rows.map((row) => `${row};x`).join('\n')}`);
  expect(table.dropped.shown.filter(({ code }) => code === 'second_phone').map(({ line }) => line)).toEqual([2]);
});

test('a phone that a spreadsheet rounded is an error on its line', async () => {
  await using shop = await openIndexedShop();
  const { table } = await readClients(shop.importing, 'name;phone\nAnna;7.9E+10\nBoris;+79217654321');
  expect(table.problems.shown).toMatchObject([{ line: 2, column: 1, code: 'rounded_phone' }]);
});

test('an undo removes new clients, except those changed or merged after the import', async () => {
  await using shop = await openIndexedShop();
  await order(shop, { phone: ANNA, name: 'Anna' });
  const annaId = (await list(shop))[0]?.id ?? '';
  await changeClient(shop.ctx(), {
    id: annaId,
    version: 0,
    note: 'old',
    addresses: 'Old St. 1',
    dates: [{ day: '01-02', title: 'Old' }],
  });
  const id = await bring(
    shop,
    `name;phone;email;note;address;dates
;${ANNA};anna@example.com;;New St. 2;03-08 New
Boris;${BORIS};;b;;
Carl;+7 921 000 00 02;;;;
Dora;+7 921 000 00 03;;;;`,
  );
  const idOf = async (text: string) => (await list(shop, text))[0]?.id ?? '';
  await changeClient(shop.ctx(), { id: await idOf('Boris'), version: 1, note: 'by hand' });
  await mergeClients(shop.ctx(), { id: await idOf('Carl'), other: annaId }).catch(() => undefined);
  const stays = await previewUndo(shop.importing, { id, rows: IMPORTED_CLIENTS });
  expect(stays).toMatchObject({ deleted: 1, reverted: 0, kept: 3 });
  expect(stays.keptRows.map(({ name }) => name)).toContain('Boris');
  await shop.undo(id);
  expect(keptRows(shop).map(({ name }) => name)).not.toContain('Dora');
  expect(shop.stateOf(id).undo).toEqual({ isDone: true, counts: { deleted: 1, kept: 3 } });
  const undone = shop.storage.read.select().from(auditLog).where(sql`action = 'clients.import_undone'`).all();
  expect(undone).toHaveLength(1);
});

test('an undo restores a client’s earlier values and leaves their orders unchanged', async () => {
  await using shop = await openIndexedShop();
  await order(shop, { phone: ANNA, name: 'Anna' });
  const id = (await list(shop))[0]?.id ?? '';
  const before = { note: 'old', addresses: 'Old St. 1', dates: [{ day: '01-02', title: 'Old' }] };
  await changeClient(shop.ctx(), { id, version: 0, ...before });
  const file = `name;phone;email;address;dates\nAnna S.;${ANNA};anna@example.com;New St. 2;03-08 New`;
  const run = await bring(shop, file, true);
  expect(await pageOf(shop, ANNA)).toMatchObject({ name: 'Anna S.', ownAddresses: 'Old St. 1\nNew St. 2' });
  await shop.undo(run);
  expect(await pageOf(shop, ANNA)).toMatchObject({
    name: 'Anna',
    email: '',
    note: 'old',
    ownAddresses: 'Old St. 1',
    dates: before.dates,
    orders: 1,
  });
  expect(shop.storage.read.select().from(importMade).all()).toEqual([]);
});

test('undoing two imports, newest first, restores a client that both changed', async () => {
  await using shop = await openIndexedShop();
  const made = await bring(shop, `name;phone\nAnna;${ANNA}`);
  const first = await bring(shop, `phone;note\n${ANNA};one`);
  const second = await bring(shop, `phone;note;dates\n${ANNA};two;03-08 New`, true);
  await shop.undo(second);
  expect(keptRows(shop)).toMatchObject([{ name: 'Anna', note: 'one' }]);
  await shop.undo(first);
  expect(keptRows(shop)).toMatchObject([{ name: 'Anna', note: '' }]);
  await shop.undo(made);
  expect(keptRows(shop)).toEqual([]);
});

test('forgetting a client removes the values that an undo of an import would restore', async () => {
  await using shop = await openIndexedShop();
  await order(shop, { phone: ANNA, name: 'Anna' });
  await order(shop, { phone: BORIS, name: 'Boris' });
  const [boris, anna] = (await list(shop)).map(({ id }) => id);
  await changeClient(shop.ctx(), { id: anna ?? '', version: 0, note: 'secret of Anna' });
  await changeClient(shop.ctx(), { id: boris ?? '', version: 0, note: 'lives with ANNA' });
  await bring(shop, `phone;note;address\n${ANNA};new;Secret St. 1\n${BORIS};other;`, true);
  const mentions = function* (text: string) {
    yield;
    return text.includes('ANNA') || text.includes('9123456789');
  };
  const { storage, workspace } = shop;
  const asked = { workspaceSeq: workspace.seq, after: 0, mentions };
  const { own, others, last = 0 } = await inTurns(1, findMentionedClients(storage.read, asked));
  const found = new Set(own.map(({ seq }) => seq));
  const made = await inTurns(1, findMadeRows(storage.read, { ...asked, last, found }));
  expect([own.length, others.length, made.length]).toEqual([1, 0, 2]);
  for (const part of dropMadeRows(made)) await storage.write(part);
  await storage.write((tx) => forgetKept(tx, { own, others }));
  const left = JSON.stringify([keptRows(shop), shop.storage.read.select().from(importMade).all()]);
  for (const text of ['secret', 'Secret', 'ANNA', '9123456789']) expect(left).not.toContain(text);
  expect(keptRows(shop)).toMatchObject([{ note: 'other' }]);
});
