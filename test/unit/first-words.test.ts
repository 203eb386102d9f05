import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { EN } from '../../src/dashboard/client/words/en/all.ts';
import { FIRST_EN } from '../../src/dashboard/client/words/en/first.ts';
import { REST_EN } from '../../src/dashboard/client/words/en/rest.ts';
import { RU } from '../../src/dashboard/client/words/ru/all.ts';
import { FIRST_RU } from '../../src/dashboard/client/words/ru/first.ts';

const CLIENT = join(import.meta.dir, '../../src/dashboard/client');

/** A file and everything that it imports statically. Parts that it imports later bring their own words. */
function reach(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file) || !existsSync(file)) return known;
  known.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export)\b[^;]*?from '(\.[^']+)';/gm)) {
    reach(join(dirname(file), path), known);
  }
  return known;
}

test('the dashboard’s frame and first pages use no text that loads later', () => {
  const known = new Set<string>();
  for (const start of ['shell/desk.ts', 'features/overview/start/start-page.tsx', 'features/orders/orders-page.tsx'])
    reach(join(CLIENT, start), known);
  expect(known.size).toBeGreaterThan(30);
  const names = Object.keys(REST_EN).join('|');
  const others = new RegExp(
    `words\\.value\\.(?:${names})\\b|const \\{[^}]*\\b(?:${names})\\b[^}]*\\} = words\\.value;`,
  );
  const whole = new RegExp(`\\bw\\.(?:${names})\\b`);
  const wrong = [...known].filter((file) => {
    const source = readFileSync(file, 'utf8');
    return others.test(source) || (/\bw = words\.value;/.test(source) && whole.test(source));
  });
  expect(wrong.map((file) => relative(CLIENT, file))).toEqual([]);
});

test('a page has the same name in the menu as in its own heading', () => {
  for (const [first, all] of [
    [FIRST_EN, EN],
    [FIRST_RU, RU],
  ] as const) {
    const { menu } = first;
    expect([menu.connect, menu.stock, menu.inquiries]).toEqual([
      all.connect.title,
      all.stock.title,
      all.inquiries.title,
    ]);
  }
});
