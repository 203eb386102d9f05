import { expect, test } from 'bun:test';
import { strFromU8, unzipSync } from 'fflate';
import { asDigits, tableTexts } from '../../src/dashboard/desk/csv.ts';
import { sheetRow, workbookOf } from '../../src/dashboard/desk/workbook.ts';
import { tableOfOrders } from '../../src/dashboard/orders/readings.ts';
import { tableOfPayments } from '../../src/dashboard/payments/csv.ts';
import { createOrder } from '../../src/orders/index.ts';
import { asker, openTestStore, type TestStore } from '../support/store.ts';

async function sheetOf(store: TestStore, table: typeof tableOfOrders | typeof tableOfPayments, input: object) {
  const ctx = { ...store.ctx(), language: 'ru', nowMs: store.world.clock.now(), request: asker } as const;
  const pieces: Uint8Array[] = [];
  const texts = table.texts(ctx, { byItem: true, format: 'xlsx', ...input });
  for (let part = await texts.next(); part.done !== true; part = await texts.next()) {
    if (part.value instanceof Uint8Array) pieces.push(part.value);
  }
  const parts = unzipSync(new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer()));
  expect(Object.keys(parts).toSorted()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ]);
  return strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
}

const text = (inside: string): string => `<c t="inlineStr"><is><t xml:space="preserve">${inside}</t></is></c>`;

test('a workbook stores phones as texts, dates as dates and money as numbers, without formulas', async () => {
  await using store = await openTestStore();
  await createOrder(store.ctx(), {
    num: '4600000000001',
    date: '2026-03-08T10:00:00+03:00',
    client: { name: '=1+1 <&>\u0001', phone: '+79123456789' },
    products: [{ name: 'Rose', sku: '00012345', quantity: 1.5, price: 10.1 }],
    payments: [{ amount: 15.15, paymentMethod: '@card', paidAt: '2026-03-08T10:00:00+03:00' }],
  });
  const items = await sheetOf(store, tableOfOrders, { filter: '' });
  for (const cell of [
    text('+79123456789'),
    text('4600000000001'),
    text('00012345'),
    text("'=1+1 &lt;&amp;&gt;\uFFFD"),
  ]) {
    expect(items).toContain(cell);
  }
  for (const cell of [
    '<c s="1"><v>46089</v></c>',
    '<c><v>1.5</v></c>',
    '<c s="2"><v>10.1</v></c>',
    '<c s="2"><v>15.15</v></c>',
  ]) {
    expect(items).toContain(cell);
  }
  expect(items).not.toContain('<f');
  const paid = await sheetOf(store, tableOfPayments, { filter: 'when=all' });
  const row = [
    '<c s="1"><v>46089</v></c>',
    text("'@card"),
    text('4600000000001'),
    text("'=1+1 &lt;&amp;&gt;\uFFFD"),
    '<c s="2"><v>15.15</v></c>',
    '<c/>',
    text('shop'),
  ];
  expect(paid).toContain(`<row>${row.join('')}</row>`);
});

const PHONES = [
  '+79123304429',
  '+7 912 330-44-29',
  '+7 (912) 330-44-29',
  '8 (912) 330.44.29',
  '(495) 123-45-67',
  '+7\u00a0912\u00a0330\u201144\u201129',
  '+44 20 7946 0958',
];
const NO_PHONES = [
  '+1+1',
  '-12345',
  '=12345',
  '+7 912 330-44-29 x',
  '+7912A1',
  '+12 34',
  '+7 912;+7 913',
  '+7\t9123304429',
];

test('a text that may be a formula gets an apostrophe in a file, unless it is a phone', async () => {
  const csvOf = async (text: string): Promise<string> => {
    let file = '';
    const texts = tableTexts([[[asDigits(text)]]], 'en');
    for (let part = await texts.next(); part.done !== true; part = await texts.next()) file += part.value;
    return file.slice(1, -2);
  };
  for (const phone of PHONES) {
    expect(await csvOf(phone)).toBe(phone);
    expect(sheetRow([asDigits(phone)])).toBe(`<row>${text(phone)}</row>`);
  }
  for (const other of NO_PHONES) {
    expect(await csvOf(other)).toContain("'");
    expect(sheetRow([asDigits(other)])).toContain("'");
  }
});

test('a text that a spreadsheet would decode into a formula stays a text', () => {
  expect(sheetRow(['_x003D_1+1', 'A_x0041_', '_x003d__x003d_', { digits: '_x0041_' }, '_x41_'])).toBe(
    `<row>${['_x005F_x003D_1+1', 'A_x005F_x0041_', '_x005F_x003d__x005F_x003d_', '_x005F_x0041_', '_x41_'].map(text).join('')}</row>`,
  );
});

test('a date that workbooks cannot represent is written as a text', () => {
  expect(sheetRow([{ day: '' }, { day: '0026-03-08' }, { day: '1900-03-01' }])).toBe(
    `<row><c/>${text('0026-03-08')}<c s="1"><v>61</v></c></row>`,
  );
});

test('a workbook is written in at least as many pieces as it has rows', async () => {
  const rows = (function* () {
    for (let at = 0; at < 300; at += 1) yield sheetRow(['x'.repeat(30_000)]);
  })();
  let pieces = 0;
  for await (const _ of workbookOf(rows)) pieces += 1;
  expect(pieces).toBeGreaterThanOrEqual(300);
});
