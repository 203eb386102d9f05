import { expect, test } from 'bun:test';
import { EN } from '../../src/dashboard/client/words/en/all.ts';
import { RU } from '../../src/dashboard/client/words/ru/all.ts';

test.each([
  ['English', EN],
  ['Russian', RU],
])(
  'each %s sentence about an error in a file names value and line at most once, because the page fills each in once',
  (_, words) => {
    for (const text of Object.values(words.imports.problems)) {
      const places = [...text.matchAll(/\{\w+\}/g)].map(([place]) => place);
      expect(places).toEqual([...new Set(places)]);
    }
  },
);
