import { expect, test } from 'bun:test';
import { partsOf, type Terms } from '../../src/dashboard/client/shell/palette/parts-of.ts';

const shown = (text: string, ...terms: Terms): string =>
  partsOf(text, terms)
    .map(({ part, isFound }) => (isFound ? `[${part}]` : part))
    .join('');

test.each([
  ['Анна Ёлкина', [['елк']], 'Анна [Ёлк]ина'],
  ['Анна Ёлкина', [['анна'], ['на']], '[Анна] Ёлкина'],
  ['+7 912 330-44-29', [['33044', '433044']], '+7 912 [330-44]-29'],
  ['+7 912 330-44-29', [['89123304429', '9123304429']], '+7 [912 330-44-29]'],
  ['🌷 Тюльпаны 🌷', [['тюльпаны 🌷']], '🌷 [Тюльпаны 🌷]'],
  ['İstanbul Rose', [['rose']], 'İstanbul [Rose]'],
  ['Роза', [['']], 'Роза'],
  ['', [['a']], ''],
] as const)('the searched words are marked in %p', (text, terms, marked) => {
  expect(shown(text, ...terms)).toBe(marked);
});
