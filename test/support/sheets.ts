import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CLIENT = join(import.meta.dir, '../../src/dashboard/client');
const paths = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'));

export const sheets: ReadonlyMap<string, string> = new Map(
  paths.map((path) => [path, readFileSync(join(CLIENT, path), 'utf8')]),
);

const partsOf = (hex: string): readonly number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Relative luminance (WCAG 2.2). @param hex `#rrggbb` */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = partsOf(hex).map((whole) => {
    const part = whole / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast ratio of WCAG 2.2, between 1 and 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Two colours mixed as CSS mixes them in srgb. @param share of the first, from 0 to 1 */
export function mixed(one: string, other: string, share: number): string {
  const others = partsOf(other);
  const parts = partsOf(one).map((part, at) => Math.round(part * share + (others[at] ?? 0) * (1 - share)));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

export function coloursOf(sheet: string, name: string): readonly string[] {
  const found = new RegExp(`  --${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(sheet);
  if (found === null) throw new Error(`the sheet has no --${name}`);
  return found.slice(1);
}
