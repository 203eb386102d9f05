import { expect, test } from 'bun:test';
import { EN } from '../../src/dashboard/client/words/en/all.ts';
import { RU } from '../../src/dashboard/client/words/ru/all.ts';

test.each([
  ['English', EN],
  ['Russian', RU],
])(
  'each %s sentence of a mistake in a file names value and line once at most, as the page fills them in once',
  (_, words) => {
    for (const text of Object.values(words.imports.problems)) {
      const places = [...text.matchAll(/\{\w+\}/g)].map(([place]) => place);
      expect(places).toEqual([...new Set(places)]);
    }
  },
);
