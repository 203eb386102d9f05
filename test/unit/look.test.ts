import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DARK, LIGHT, readableAccent } from '../../src/dashboard/client/ui/own-accent.ts';
import { ACCENTS as DRAWN } from '../../src/dashboard/shared/accents.ts';
import { ACCENTS } from '../../src/storage/schema/tables.ts';
import { coloursOf, contrast, mixed, sheets } from '../support/sheets.ts';

const tokens = sheets.get('ui/look/tokens.css') ?? '';
const GROUNDS = ['back', 'panel', 'raised'] as const;
/** Paper is measured in points and has its own font sizes. */
const ON_SCREEN = [...sheets].filter(([path]) => !path.includes('/print/') && path !== 'ui/look/tokens.css');

/** The share of the accent in its background, as in tokens.css. */
const SHARE = 0.1;

function accentOf(name: string): readonly [light: string, dark: string] {
  const found = new RegExp(`\\[data-accent="${name}"\\] \\{\n  --accent: light-dark\\((#\\w{6}), (#\\w{6})\\);`).exec(
    tokens,
  );
  if (found?.[1] === undefined || found[2] === undefined) throw new Error(`tokens.css has no accent ${name}`);
  return [found[1], found[2]];
}

test('the style sheet defines exactly the eight accent colors', () => {
  expect([...tokens.matchAll(/\[data-accent="(\w+)"\]/g)].map(([, name]) => name ?? '')).toEqual([...ACCENTS]);
  expect([...DRAWN]).toEqual([...ACCENTS]);
});

test.each([...ACCENTS])('the accent color %s and text on it are readable on every background', (name) => {
  for (const [at, accent] of accentOf(name).entries()) {
    const back = coloursOf(tokens, 'back')[at] ?? '';
    const grounds = [...GROUNDS.map((ground) => coloursOf(tokens, ground)[at] ?? ''), mixed(accent, back, SHARE)];
    for (const ground of grounds) expect(contrast(accent, ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(coloursOf(tokens, 'on-accent')[at] ?? '', accent)).toBeGreaterThanOrEqual(4.5);
  }
  expect(tokens).toContain(`--accent-back: color-mix(in srgb, var(--accent) ${SHARE * 100}%, var(--back))`);
});

test.each(GROUNDS)('text, secondary text and borders contrast with the background %s', (ground) => {
  for (const at of [0, 1]) {
    const against = (name: string): number =>
      contrast(coloursOf(tokens, name)[at] ?? '', coloursOf(tokens, ground)[at] ?? '');
    expect(against('text')).toBeGreaterThanOrEqual(7);
    expect(against('muted')).toBeGreaterThanOrEqual(4.5);
    expect(against('border')).toBeGreaterThanOrEqual(3);
  }
});

test('pages change their layout only at the named widths', () => {
  const bare = [...sheets].flatMap(([path, sheet]) =>
    [...sheet.matchAll(/@media ([^{]*?) \{/g)]
      .filter(([, query = '']) => /\b(?:width|height)\b/.test(query))
      .map(([text]) => `${path}: ${text}`),
  );
  expect(bare).toEqual([]);
});

test('text uses only the sizes, weights and families of the design tokens', () => {
  const others = ON_SCREEN.flatMap(([path, sheet]) =>
    [
      ...sheet.matchAll(
        /\bfont(?:-size|-family)?: (?!inherit|var\()[^;]*;|\bfont-weight: (?!400|inherit|var\()[^;]*;/g,
      ),
    ].map(([text]) => `${path}: ${text}`),
  );
  expect(others).toEqual([]);
});

test('every font file exists, and every font has its license', () => {
  const folder = join(import.meta.dir, '../../src/dashboard/pages/fonts');
  for (const name of ['inter-4.1', 'lora-italic-latin-5.3', 'lora-italic-cyrillic-5.3']) {
    expect(
      readFileSync(join(folder, `${name}.woff2`))
        .subarray(0, 4)
        .toString('latin1'),
    ).toBe('wOF2');
  }
  for (const name of ['inter', 'lora']) {
    expect(readFileSync(join(folder, `${name}-license.txt`), 'utf8')).toContain('SIL Open Font License');
  }
});

test('a shop’s color is adjusted only until it is readable', () => {
  for (const [at, grounds] of [LIGHT, DARK].entries()) {
    const set: string[] = GROUNDS.map((ground) => coloursOf(tokens, ground)[at] ?? '');
    expect(set.toSorted()).toEqual([...grounds].toSorted());
  }
  const steps = ['00', '33', '66', '99', 'cc', 'ff'];
  for (const hex of steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)))) {
    const { light, dark } = readableAccent(hex);
    for (const [accent, grounds, paper] of [
      [light, LIGHT, LIGHT[1]],
      [dark, DARK, DARK[2]],
    ] as const) {
      const least = Math.min(...[...grounds, mixed(accent, paper, SHARE)].map((ground) => contrast(accent, ground)));
      expect({ hex, accent, isReadable: least >= 4.49 }).toEqual({ hex, accent, isReadable: true });
    }
  }
  expect(readableAccent('#1f5c4d').light).toBe('#1f5c4d');
});
