import { expect, test } from 'bun:test';
import { openSource } from '../../src/imports/index.ts';
import { openOrderFile } from '../../src/orders/index.ts';
import { shared } from '../support/shared.ts';
import { openTestStore } from '../support/store.ts';
import { tempFile } from '../support/temp-file.ts';
import { workbook, zipped } from '../support/workbooks.ts';

const store = shared(openTestStore);

let turns = 0;
const turn = async (): Promise<void> => {
  turns += 1;
};

async function rowsOf(bytes: Uint8Array, sheet?: number) {
  using file = tempFile(bytes);
  const { records, ...about } = await openSource({ path: file.path, sheet }, turn);
  return { ...about, rows: await Array.fromAsync(records) };
}

const cellsOf = async (...rows: Parameters<typeof workbook>[0][string]) =>
  (await rowsOf(workbook({ One: rows }))).rows.map(({ cells }) => cells);

test('texts, numbers, days and times keep their types', async () => {
  const cells = await cellsOf(
    ['+79123456789', '0012', ' & <b>'],
    [79_123_456_789, 4_600_010_000_001, 1_500, 45.55, 0.1 + 0.2, 1.234, 1e-9],
    [{ day: 46_089 }, { day: 46_089.5 }, { time: 0.395833333333333 }, { time: 0.5 }],
    // A spreadsheet keeps only 15 digits, so an id of 17 digits has lost its last two.
    [46_000_100_000_012_344],
  );
  expect(cells).toEqual([
    ['+79123456789', '0012', ' & <b>'],
    ['79123456789', '4600010000001', '1500', '45.55', '0.3', '1.2340', '0.000000001'],
    ['2026-03-08', '2026-03-08', '09:30', '12:00'],
    ['4.6000E+16'],
  ]);
});

test('encoded characters are decoded as a spreadsheet writes them', async () => {
  const texts = ['Rose_x000D_\nTulip', '_x005F_x003D_1+1', '_x003d_', '_xD83D__xDE00_', '_xD83D_', '_x41_'];
  const seen = ['Rose\r\nTulip', '_x003D_1+1', '=', '😀', '\uFFFD', '_x41_'];
  expect(await cellsOf(texts)).toEqual([seen]);
  const inline = texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
  const sheet = `<worksheet><sheetData><row>${inline}</row></sheetData></worksheet>`;
  const { rows } = await rowsOf(workbook({ One: [] }, { 'xl/worksheets/sheet1.xml': sheet }));
  expect(rows).toEqual([{ line: 1, cells: seen }]);
});

test('cells of every kind are read, even those without a reference', async () => {
  const sheet = `<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>
    <x:row><x:c t="inlineStr"><x:is><x:r><x:t>Ro</x:t></x:r><x:r><x:t>se</x:t></x:r><x:rPh><x:t></x:t></x:rPh></x:is></x:c><x:c><x:f>1+1</x:f><x:v>2</x:v></x:c>
    <x:c t="str"><x:f>A1</x:f><x:v>text</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c><x:c/><x:c t="e"><x:v>#N/A</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
  const { rows } = await rowsOf(workbook({ One: [] }, { 'xl/worksheets/sheet1.xml': sheet }));
  expect(rows).toEqual([{ line: 1, cells: ['Rose', '2', 'text', 'TRUE', '', '#N/A'] }]);
});

test('a number format is read up to the length that spreadsheets allow', async () => {
  const styles = (code: string): string =>
    `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs>${'<xf numFmtId="200"/>'.repeat(50_000)}</cellXfs></styleSheet>`;
  const kindOf = async (code: string): Promise<string | undefined> => {
    const sheet = '<worksheet><sheetData><row><c s="7"><v>46089</v></c></row></sheetData></worksheet>';
    const parts = { 'xl/styles.xml': styles(code), 'xl/worksheets/sheet1.xml': sheet };
    return (await rowsOf(workbook({ One: [] }, parts))).rows[0]?.cells[0];
  };
  expect(await kindOf(`${'['.repeat(250)}]dd`)).toBe('2026-03-08');
  expect(await kindOf(`${'['.repeat(200_000)}]dd`)).toBe('46089');
});

test('a workbook of an old Mac counts its days from 1904', async () => {
  const relations =
    '<workbook xmlns:r="x"><workbookPr date1904="1"/><sheets><sheet name="One" r:id="rId1"/></sheets></workbook>';
  const { rows } = await rowsOf(workbook({ One: [[{ day: 44_627 }]] }, { 'xl/workbook.xml': relations }));
  expect(rows[0]?.cells).toEqual(['2026-03-08']);
});

test('a sheet is chosen by its position in the workbook, and each row keeps its line number in the sheet', async () => {
  const book = workbook({ Notes: [['read me']], 'March & April': [[], ['a'], [], [null, 'b']] });
  expect(await rowsOf(book)).toMatchObject({ encoding: 'xlsx', sheets: ['Notes', 'March & April'], sheet: 1 });
  expect(await rowsOf(book, 2)).toMatchObject({
    sheet: 2,
    rows: [
      { line: 2, cells: ['a'] },
      { line: 4, cells: ['', 'b'] },
    ],
  });
  await expect(rowsOf(book, 3)).rejects.toMatchObject({ kind: 'validation_failed' });
});

test('orders from a workbook equal those from a text file', async () => {
  using file = tempFile(
    workbook({
      One: [
        ['Заказы за март'],
        ['Номер', 'Дата', 'С', 'Товар', 'Сумма', 'Телефон'],
        ['A-1', { day: 46_089 }, { time: 0.375 }, 'Роза', 1_500.5, 79_123_456_789],
        ['Итого', null, null, null, 1_500.5],
      ],
    }),
  );
  const source = await openSource(file, turn);
  const { table, orders } = await openOrderFile(store.ctx(), { source });
  expect([table.head, table.problems.shown, table.skipped.map(({ line }) => line)]).toEqual([2, [], [1, 4]]);
  expect(orders[0]?.draft.columns).toMatchObject({ date: '2026-03-08', timeStart: '09:00', price: 150_050 });
  expect(orders[0]?.draft.columns.client).toContain('79123456789');
});

const MB = 1_048_576;
const SHEET = 'xl/worksheets/sheet1.xml';
const sheetOf = (inside: string): string => `<worksheet><sheetData>${inside}</sheetData></worksheet>`;
const PARTS = Array.from({ length: 3_000 }, (_, at) => [`${at}`, ''] as const);
const broken = (part: string, text: string): Uint8Array => workbook({ One: [['a']] }, { [part]: text });

const REFUSED: Readonly<Record<string, () => Uint8Array>> = {
  'of many megabytes of blanks': () =>
    broken(SHEET, sheetOf(`<row>${`<c/>${' '.repeat(100_000)}`.repeat(1_400)}</row>`)),
  'of one tag without end': () => broken(SHEET, `<worksheet ${' '.repeat(4 * MB)}/>`),
  'of one text without end': () => broken(SHEET, sheetOf(`<row><c><f>${'a'.repeat(4 * MB)}</f></c></row>`)),
  'nested without end': () => broken(SHEET, sheetOf(`${'<a>'.repeat(999)}${'</a>'.repeat(999)}`)),
  'with too many texts': () => broken('xl/sharedStrings.xml', `<sst>${'<si/>'.repeat(5 * MB)}</sst>`),
  'with entities that grow': () =>
    broken(SHEET, `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(99)}">]>${sheetOf('<row><c t="str"><v>&b;</v></c></row>')}`),
  // A file of a few kilobytes whose cells would take many megabytes.
  'of one long text in thousands of cells': () => {
    const shared = `<sst><si><t>${'ж'.repeat(19_990)}</t></si></sst>`;
    const row = '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>';
    return workbook({ One: [] }, { 'xl/sharedStrings.xml': shared, [SHEET]: sheetOf(row.repeat(1_200)) });
  },
  'of thousands of parts': () => workbook({ One: [['a']] }, Object.fromEntries(PARTS)),
  'of thousands of parts of one name': () => {
    const parts = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`part${1_000 + at}`, '']));
    const bytes = Buffer.from(workbook({ One: [['a']] }, parts)).toString('latin1');
    return Buffer.from(bytes.replaceAll(/part\d{4}/g, 'part1000'), 'latin1');
  },
  'of thousands of relationships': () => {
    const more = PARTS.map(([id]) => `<Relationship Id="${id}" Target="a"/>`).join('');
    const sheet = '<Relationship Id="rId1" Type="a/worksheet" Target="worksheets/sheet1.xml"/>';
    return broken('xl/_rels/workbook.xml.rels', `<Relationships>${sheet}${more}</Relationships>`);
  },
  'of thousands of formats': () => {
    const formats = Array.from({ length: 70_000 }, (_, at) => `<numFmt numFmtId="${at}" formatCode=""/>`);
    return broken('xl/styles.xml', `<styleSheet><numFmts>${formats.join('')}</numFmts></styleSheet>`);
  },
  // All attributes of a tag are read in one step.
  'of one tag of hundreds of attributes': () => {
    const attributes = Array.from({ length: 300 }, (_, at) => `a${at}=""`);
    return broken(SHEET, sheetOf(`<row ${attributes.join(' ')}/>`));
  },
  // The zip reader creates an object for every four bytes of an extra field.
  'of parts with long extra fields': () => {
    const bytes = Buffer.from(workbook({ One: [['a']] }));
    const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
    const [length, at] = [bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16)];
    const first = bytes.subarray(at, at + 46 + bytes.readUInt16LE(at + 28));
    const extra = Buffer.alloc(60_000);
    const more = Array.from({ length: 9 }, () => {
      const entry = Buffer.from(first);
      entry.writeUInt16LE(extra.length, 30);
      return Buffer.concat([entry, extra]);
    });
    const directory = Buffer.concat([bytes.subarray(at, at + length), ...more]);
    const last = Buffer.from(bytes.subarray(end));
    const count = last.readUInt16LE(10) + more.length;
    last.writeUInt16LE(count, 8);
    last.writeUInt16LE(count, 10);
    last.writeUInt32LE(directory.length, 12);
    return Buffer.concat([bytes.subarray(0, at), directory, last]);
  },
  'that is cut off': () => workbook({ One: [['a']] }).slice(0, 600),
  'that is another archive': () => zipped({ 'word/document.xml': '<a/>' }),
};

test.each(Object.entries(REFUSED))('a workbook %s is refused', async (_of, make) => {
  await expect(rowsOf(make())).rejects.toMatchObject({ kind: 'validation_failed' });
});

test('the rows of a workbook have the same limits on cells and characters as a text file, and blank cells at the end of a row do not count', async () => {
  const { rows } = await rowsOf(
    broken(
      SHEET,
      sheetOf(
        `<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="1"/></row><row r="2"><c r="XFD2"><v>1</v></c></row><row r="3"><c><v>3</v></c></row>`,
      ),
    ),
  );
  expect(rows).toEqual([
    { line: 1, cells: ['1'] },
    { line: 2, cells: [], fault: 'record_cells' },
  ]);
  const long = await rowsOf(broken(SHEET, sheetOf(`<row><c t="str"><v>${'a'.repeat(30_000)}</v></c></row>`)));
  expect(long.rows).toMatchObject([{ line: 1, fault: 'cell_chars' }]);
});

test('a sheet row without a valid row number gets the number of the row above plus one', async () => {
  const said = ['r="x"', 'r="0"', 'r="-5"', 'r="1e99"', 'r="7"', 'r="7"', 'r="8.5"', '', 'r="20"'];
  const { rows } = await rowsOf(
    broken(SHEET, sheetOf(said.map((line) => `<row ${line}><c><v>1</v></c></row>`).join(''))),
  );
  expect(rows.map(({ line }) => line)).toEqual([1, 2, 3, 4, 7, 8, 9, 10, 20]);
});

test('other requests are served while a workbook is read', async () => {
  const before = turns;
  await cellsOf(...Array.from({ length: 20_000 }, (_, at) => [`text ${at}`, at, { day: at }]));
  expect(turns - before).toBeGreaterThan(20);
});
