/** Malicious files: an upload must neither block others nor produce a huge answer. */

import { expect, test } from 'bun:test';
import { sendTable } from '../support/await-import.ts';
import { expectFailure, expectOk } from '../support/http-answers.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop();

const MB = 1_048_576;
const HEAD = 'number;date;item;price\n';

const send = (table: string | Uint8Array, query = '?dryRun=1', of = 'orders') =>
  sendTable(owner, `${shop.base}/${of}/import${query}`, table);

const PAST = [
  ['16 MB of separators in its first row', ';'.repeat(16 * MB), 1, 'record_cells', '200'],
  ['16 MB of separators below the headings', `${HEAD}\n${';'.repeat(16 * MB)}`, 3, 'record_cells', '200'],
  ['one cell of 16 MB', `${HEAD}${'a'.repeat(16 * MB)}`, 2, 'cell_chars', '20000'],
  ['one heading of 16 MB', 'a'.repeat(16 * MB), 1, 'cell_chars', '20000'],
  ['a quotation that never ends', `${HEAD}1;"${'a;\n'.repeat(5 * MB)}`, 2, 'cell_chars', '20000'],
  ['16 MB of quotation marks', `${HEAD}${'"'.repeat(16 * MB)}`, 2, 'cell_chars', '20000'],
  ['text behind quotation marks', `${HEAD}"a"${'b'.repeat(16 * MB)}`, 2, 'cell_chars', '20000'],
  [
    'a row of long cells',
    `${HEAD}${'a'.repeat(9_999)}${`;${'b'.repeat(9_999)}`.repeat(99)}`,
    2,
    'record_chars',
    '65536',
  ],
] as const;

test.each(PAST)(
  'a file with %s is refused in a small answer, which names the line and the exceeded limit',
  async (_name, file, line, code, than) => {
    const looked = await send(file);
    const { refused, problems, problemCount, preview, headings } = expectOk(looked);
    expect({ refused, problemCount }).toEqual({ refused: 'past_bound', problemCount: 1 });
    expect(problems).toMatchObject([{ line, code, than }]);
    expect([preview.length, headings.length <= 100, JSON.stringify(looked.body).length < 50_000]).toEqual([
      0,
      true,
      true,
    ]);
    const details = expectFailure(await send(file, ''), 422, 'validation_failed');
    expect(details).toContainEqual(expect.objectContaining({ path: `line ${line}`, message: `${code} above ${than}` }));
  },
);

test('a table of 150 columns is refused, but the answer shows the first 100 headings, each cut to 200 characters', async () => {
  const looked = await send(`${Array(150).fill('b'.repeat(400)).join(';')}\n`);
  const { refused, headings } = expectOk(looked);
  expect([refused, headings.length, headings[0].length]).toEqual(['too_many_columns', 100, 200]);
});

/** A badly written regular expression takes seconds on this text, because it tries again from each space. */
const GAPPED = `1${' '.repeat(19_900)}1`;
const gappedRows = (count: number, row: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => `${row(n)};${GAPPED}\n`).join('');

/** Long work of many small parts, each of them valid. */
const LONG = [
  ['a million lines of one sign', `${HEAD}${'a\n'.repeat(1_000_000)}`, { refused: 'too_many_rows' }],
  ['16 MB of blank lines', `${HEAD}${'\n'.repeat(16 * MB)}`, { refused: 'no_rows' }],
  ['a million rows of totals', `${HEAD}${'Total;\n'.repeat(1_000_000)}`, { refused: 'too_many_rows' }],
  [
    'one order of 90,000 rows',
    `${HEAD}${'A-1;2026-03-08;Rose;100\n'.repeat(90_000)}`,
    { refused: null, problemCount: 1 },
  ],
  [
    'a list of prices with 20,000 blanks inside',
    `${HEAD}${gappedRows(100, (n) => `A-${n};2026-03-08;Rose`)}`,
    { refused: null, problemCount: 100 },
  ],
  ['16 MB in Windows-1251', new Uint8Array(16 * MB).fill(0xc0), { encoding: 'windows-1251', refused: 'past_bound' }],
] as const;

test.each(LONG)('other requests are served while %s is previewed', async (_name, file, found) => {
  let done = false;
  const looking = send(file).finally(() => {
    done = true;
  });
  let answered = 0;
  while (!done) {
    expectOk(await shop.api.get('/api/v1/orders?limit=1'));
    if (!done) answered += 1;
  }
  // One answer is enough here. test/domain/import-gives-way.test.ts counts how often other requests get a turn.
  expect(answered).toBeGreaterThan(0);
  expect(expectOk(await looking)).toMatchObject(found);
});

test('a table of products has the same limits as a table of orders', async () => {
  const looked = async (text: string) => expectOk(await send(text, '?dryRun=1', 'stock'));
  const past = async (text: string) => {
    const { refused, problems } = await looked(text);
    return [refused, problems[0].line, problems[0].code];
  };
  expect(await past(`id;name\n${';'.repeat(16 * MB)}`)).toEqual(['past_bound', 2, 'record_cells']);
  expect(await past(`id;name\n"${'a'.repeat(16 * MB)}`)).toEqual(['past_bound', 2, 'cell_chars']);
  expect(await looked(`id;name\n${'a\n'.repeat(200_000)}`)).toMatchObject({ refused: 'too_many_rows', maxRows: 5_000 });
  const gapped = await looked(`id;name;sku;quantity\n${gappedRows(40, (n) => `rose-${n};Rose;`)}`);
  expect(gapped.problems.map(({ code }: { code: string }) => code)).toEqual(Array(40).fill('other'));
  expect(await looked('\n'.repeat(400_000))).toMatchObject({ refused: 'no_rows', rows: 0 });
});
