import { expect, test } from 'bun:test';
import { STEP_TONES } from '../../src/storage/schema/tables.ts';
import { coloursOf, contrast, sheets } from '../support/sheets.ts';

const tones = sheets.get('ui/look/tones.css') ?? '';

test('each color tone of a status has styles for a chip, a dot and an edge', () => {
  for (const tone of STEP_TONES) {
    expect(tones).toContain(`:is(.chip, .dot, .edge).${tone} {`);
  }
});

test.each([...STEP_TONES])('the text of the tone %s is readable on its background, in light and in dark', (tone) => {
  const [letters, ground] = [coloursOf(tones, tone), coloursOf(tones, `${tone}-back`)];
  for (const at of [0, 1]) expect(contrast(letters[at] ?? '', ground[at] ?? '')).toBeGreaterThanOrEqual(5.5);
});

test('each color is defined only once', () => {
  const set = [...sheets.values()].flatMap((sheet) => [...sheet.matchAll(/^\s*(--[\w-]+): light-dark\(/gm)]);
  // The eight accents all define `--accent`, each in a rule of its own, so this name is left out.
  const names = set.map(([, name]) => name).filter((name) => name !== '--accent');
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
