import { expect, test } from 'bun:test';
import { EN } from '../../src/dashboard/client/words/en/all.ts';
import { RU } from '../../src/dashboard/client/words/ru/all.ts';

test.each([
  ['English', EN],
  ['Russian', RU],
])('each %s error text of an import names the value and the line at most once each', (_, words) => {
  for (const text of Object.values(words.imports.problems)) {
    const places = [...text.matchAll(/\{\w+\}/g)].map(([place]) => place);
    expect(places).toEqual([...new Set(places)]);
  }
});
