import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TONES } from '../../src/inquiries/index.ts';
import { STATUS_TONES } from '../../src/storage/schema/tables.ts';

const CLIENT = join(import.meta.dir, '../../src/dashboard/client');
const sheets = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'));
const text = new Map(sheets.map((path) => [path, readFileSync(join(CLIENT, path), 'utf8')]));
const tones = text.get('ui/tones.css') ?? '';

/** Relative luminance (WCAG 2.2). @param hex `#rrggbb` */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Light and dark of a colour. */
function coloursOf(name: string): readonly string[] {
  const found = new RegExp(`  --${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(tones);
  if (found === null) throw new Error(`tones.css has no --${name}`);
  return found.slice(1);
}

test('a stage of inquiries has the tones of a status, under one name of its own', () => {
  const ofStages = TONES.map((tone) => (tone === 'sea' ? 'teal' : tone));
  expect(ofStages.toSorted()).toEqual([...STATUS_TONES].toSorted());
  for (const tone of [...STATUS_TONES, ...TONES]) expect(tones).toMatch(new RegExp(`\\.chip[^{]*\\.${tone}\\b`));
});

test.each([...STATUS_TONES])('the text of the tone %s is readable on its ground, in light and in dark', (tone) => {
  const [letters, ground] = [coloursOf(tone), coloursOf(`${tone}-back`)];
  for (const at of [0, 1]) expect(contrast(letters[at] ?? '', ground[at] ?? '')).toBeGreaterThanOrEqual(5.5);
});

test('no colour has two values: each is set once, in one place', () => {
  const set = [...text.values()].flatMap((sheet) => [...sheet.matchAll(/^\s*(--[\w-]+): light-dark\(/gm)]);
  const names = set.map(([, name]) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
