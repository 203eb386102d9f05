import { expect, test } from 'bun:test';
import { EN } from '../../src/dashboard/client/words/en/all.ts';
import { RU } from '../../src/dashboard/client/words/ru/all.ts';

test.each([
  ['English', EN],
  ['Russian', RU],
])('no %s error text of an import contains the same placeholder twice', (_, words) => {
  for (const text of Object.values(words.imports.problems)) {
    const places = [...text.matchAll(/\{\w+\}/g)].map(([place]) => place);
    expect(places).toEqual([...new Set(places)]);
  }
});
