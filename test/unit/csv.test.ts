import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { csvCell, findSeparator, plainText, readCsvFile, readCsvInSteps } from '../../src/base/csv.ts';
import { giveWay } from '../../src/base/index.ts';
import { decodeFile } from '../../src/imports/decode-file.ts';
import { tempFile } from '../support/temp-file.ts';

const readCsv = (text: string, separator: string) =>
  [...readCsvInSteps({ next: [text], areAll: true }, separator)].filter((record) => record !== undefined);

test.each([
  ['a,b\r\nc,d\r\n', ['a|b', 'c|d']],
  ['a,b\r\nc,d', ['a|b', 'c|d']],
  ['a,b\nc,d\rе,ё', ['a|b', 'c|d', 'е|ё']],
  ['\uFEFFa,b', ['a|b']],
  ['"a","b, c","d ""e"" f"', ['a|b, c|d "e" f']],
  ['"a\r\nb",c\r\nd,', ['a\r\nb|c', 'd|']],
  ['""', []],
  ['"",""', ['|']],
  ['\r\n\na,b\r\n\r\n', ['a|b']],
  [',\r\n', ['|']],
  ['Букет "Весна",2', ['Букет "Весна"|2']],
  ['""""', ['"']],
  [' a , b ', [' a | b ']],
])('%j is read as RFC 4180 requires', (text, rows) => {
  expect(readCsv(text, ',').map(({ cells }) => cells.join('|'))).toEqual(rows);
});

test('a record’s line number is that of its first line, even with line breaks in cells', () => {
  const records = readCsv('a\r\n"b\nc\r\nd"\r\n\r\ne\r', ',');
  expect(records.map(({ line, cells }) => [line, cells[0]])).toEqual([
    [1, 'a'],
    [2, 'b\nc\r\nd'],
    [6, 'e'],
  ]);
});

test('an unclosed quote or text after a quote is reported with its line', () => {
  expect([...readCsv('a,b\n"c" d,e\nf,"g\nh', ',')]).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['cd', 'e'], fault: 'after_quote' },
    { line: 3, cells: ['f', 'g\nh'], fault: 'open_quote' },
  ]);
});

test('a CSV text that arrives in parts is read like the whole text, wherever it was cut', async () => {
  const text = `\uFEFF${'"a\r\nb";c\r\n;;\rя\n'.repeat(20_000)}`;
  const parts = [text.slice(0, 3), text.slice(3, 100_001), text.slice(100_001, 100_002), text.slice(100_002)];
  const read = await Array.fromAsync((await readCsvFile(parts, giveWay)).records);
  expect(read).toEqual([...readCsv(text, ';')]);
  expect(read).toHaveLength(60_000);
  expect(read.at(-1)?.line).toBe(80_000);
});

test.each([
  ['sep=|\r\na|"b;c"\r\n', '|', [[2, ['a', 'b;c']]]],
  ['\uFEFFsep=,\na,b;c;d', ',', [[2, ['a', 'b;c;d']]]],
  ['a;"b,,,,c"\n', ';', [[1, ['a', 'b,,,,c']]]],
] as const)(
  'in the file %j the separator is recognized, and lines are numbered from the first line of the file',
  async (text, named, rows) => {
    const { separator, records } = await readCsvFile([text], giveWay);
    expect(separator).toBe(named);
    expect((await Array.fromAsync(records)).map(({ line, cells }) => [line, cells])).toEqual<unknown>(rows);
  },
);

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...`";,\t\r\n'=+-@|＝＠﹦я🌷 \u0000\u200b\u2028`) }),
);

test('exported cells are read back unchanged, with any text and separator', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(anyText, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 5 }),
      fc.constantFrom(';', ',', '\t'),
      (rows, separator) => {
        const text = rows.map((row) => `${row.map((cell) => csvCell(cell, separator)).join(separator)}\r\n`).join('');
        // A byte order mark at the very beginning is not part of the text.
        const read = [...readCsv(`\uFEFF${text}`, separator)];
        expect(read.map(({ cells }) => cells.map(plainText))).toEqual(rows);
        expect(read.every(({ fault }) => fault === undefined)).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

/**
 * Splits a line as a spreadsheet with another separator does. Removes quotation marks and spaces, because a formula
 * still works after them.
 */
const cellsElsewhere = (line: string): string[] =>
  line.split(/[;,|\t\r\n]/).map((cell) => cell.replace(/^[ \u00A0"]*/, ''));

test('no exported cell starts like a formula, whichever separator the reader uses', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const line = csvCell(text);
      expect(line).not.toMatch(/^"?[\t\r\n]/);
      for (const cell of cellsElsewhere(line)) expect(cell).not.toMatch(/^[=+\-@＝＋－＠]/);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['=1', "'=1"],
  ["'=1", "''=1"],
  ["Ivan,=cmd|' /C calc'!A0", "Ivan,'=cmd|' /C calc'!A0"],
  ['a|@b', "a|'@b"],
  ['\u0000=1', "\u0000'=1"],
  ['\ufeff=1', "\ufeff'=1"],
  ['\u200b=1', "\u200b'=1"],
  ['\u0085=1', "\u0085'=1"],
  ['\u2028=1', "\u2028'=1"],
  ['x|\u3000﹦1', "x|\u3000'﹦1"],
  ['a\t＝1', "a\t'＝1"],
  ['－5', "'－5"],
  ['Roses - 3, white', 'Roses - 3, white'],
])('a cell with %j is written as %j', (text, written) => {
  expect(csvCell(text)).toBe(written);
  expect(plainText(written)).toBe(text);
});

test.each([
  ['="+79123456789"', '+79123456789'],
  ['="0012"', '0012'],
  ['="1"&"2"', '="1"&"2"'],
])('an imported cell with %j is read as %j', (cell, text) => {
  expect(plainText(cell)).toBe(text);
});

test.each([
  ['a;b;c\n1,5;2;3', ';'],
  ['a,b,c\n1;5', ','],
  ['a\tb\tc', '\t'],
  ['"a;b;c",d', ','],
  ['"a\n;;;;b",d,e', ','],
  ['alone', ';'],
  ['', ';'],
  ['Заказы, март 2026\nДата;Товар;Цена\n08.03.2026;Роза;1500,50', ';'],
  [
    'ООО «Ромашка», Москва\n\nЗаказы, март\n\nДата;Товар;Цена, руб\n08.03.2026;Роза;1500,50\n09.03.2026;Пион;99,00',
    ';',
  ],
  ['Orders, March, final\r\n\r\nDate;Item;Price\r\n2026-03-08;Rose;100', ';'],
  ['Orders; March\ndate,item,price\n2026-03-08,Rose,100', ','],
  ['Дата;Позиции;Сумма\n1;Роза, пион, лента;1500,5\n2;Роза, пион, лента;1500,5\n3;Роза, пион, лента;1500,5', ';'],
  ['id;name\nr1;Rose, red, 60 cm\nr2;Peony\nr3;Ribbon, blue, 3 m', ';'],
  ['a;b;c;d\n1,5;2\n1,5;2;3\n1,5;2\n1,5;2;3;4', ';'],
  ['Размер 5", 6",;\nДата;Товар;Цена\n1;Лента 5";1', ';'],
])('the separator of %j is %j', (text, separator) => {
  expect(findSeparator(text)).toBe(separator);
});

const decoded = async (bytes: Uint8Array) => {
  using file = tempFile(bytes);
  const found = await decodeFile(file.path, giveWay);
  return found && { encoding: found.encoding, text: (await Array.fromAsync(found.texts)).join('') };
};

test('a file’s encoding is recognized as UTF-8, UTF-16 or Windows-1251, and an Excel workbook is refused', async () => {
  const text = 'Букет «Весна»';
  const utf8 = new TextEncoder().encode(text);
  expect(await decoded(utf8)).toEqual({ text, encoding: 'utf-8' });
  expect(await decoded(new Uint8Array([0xef, 0xbb, 0xbf, ...utf8]))).toEqual({ text, encoding: 'utf-8' });
  // Each letter has two bytes, and each part that is read ends in the middle of a letter.
  const long = `a${'я'.repeat(600_000)}`;
  expect(await decoded(new TextEncoder().encode(long))).toEqual({ text: long, encoding: 'utf-8' });
  expect(await decoded(new TextEncoder().encode(long).subarray(0, -1))).toMatchObject({ encoding: 'windows-1251' });
  const cyrillic = [0xc1, 0xf3, 0xea, 0xe5, 0xf2, 0x20, 0xab, 0xc2, 0xe5, 0xf1, 0xed, 0xe0, 0xbb];
  expect(await decoded(new Uint8Array(cyrillic))).toEqual({ text, encoding: 'windows-1251' });
  const wide = new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));
  expect(await decoded(wide)).toEqual({ text, encoding: 'utf-16le' });
  expect(await decoded(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0]))).toBeUndefined();
  // A picture, an old workbook, and UTF-16 without its mark: each contains a byte of zero.
  for (const bytes of [
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0],
    [0xd0, 0xcf, 0x11, 0xe0, 0],
    wide.subarray(2),
  ]) {
    expect(await decoded(new Uint8Array(bytes))).toBeUndefined();
  }
});
