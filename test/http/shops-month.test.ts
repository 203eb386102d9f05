import { expect } from 'bun:test';
import { expectOk } from '../support/http-answers.ts';
import { ENGLISH, lastDay, playMonth, RUSSIAN, today } from '../support/played-month.ts';
import { runProgram } from '../support/run-program.ts';
import { lacksTool, testUnless } from '../support/tools.ts';

/** Python adds up the kopecks by day and method, so that none of Docket's code takes part. Refunds are below zero. */
const ADD_UP = String.raw`
import csv, io, json, sys
from collections import defaultdict
from decimal import Decimal

text = sys.stdin.read().lstrip("\ufeff")
# A Russian file is made for a Russian spreadsheet.
separator = ";" if ";" in text.splitlines()[0] else ","
kopecks = lambda cell: int(Decimal(cell.replace(",", ".") or "0") * 100)
sums = defaultdict(int)
for row in list(csv.reader(io.StringIO(text), delimiter=separator))[1:]:
    day, method, order, client, amount, refund = row[:6]
    sums[day[:10] + " " + method] += kopecks(amount) - kopecks(refund)
print(json.dumps(sums))
`;

async function addUp(file: string): Promise<Record<string, number>> {
  const { stdout, stderr } = await runProgram(['python3', '-c', ADD_UP], { stdin: file });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

async function checkMonth(files: Parameters<typeof playMonth>[0]): Promise<void> {
  const { shop, owner, base, textOf, notebook } = await playMonth(files);
  await using _ = shop;
  const bookkeepers = (when: string) => textOf(`/payments/export?filter=${encodeURIComponent(`when=${when}`)}`);
  const last = await bookkeepers('last-month');
  const wanted = notebook.of(lastDay.slice(0, 7));
  expect(without(await addUp(last))).toEqual(without(wanted));
  expect(await addUp(await bookkeepers('month'))).toEqual(notebook.of(today.slice(0, 7)));
  const { sums } = expectOk(await owner.get(`${base}/payments/sums?filter=when%3Dlast-month`));
  const total = Object.values(wanted).reduce((sum, one) => sum + one, 0);
  expect(Math.round(sums.all.net * 100)).toBe(total);
}

const without = (sums: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(sums).filter(([, kopecks]) => kopecks !== 0));

for (const files of [RUSSIAN, ENGLISH]) {
  testUnless(lacksTool('python3'), `a month from messy files to the bookkeeper’s file, in ${files.language}`, () =>
    checkMonth(files),
  );
}
