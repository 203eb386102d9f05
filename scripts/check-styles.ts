/**
 * Checks that the classes of a feature's sheet begin with the name of its folder. So no class has two meanings. A
 * selector may name a shared class only together with a class of the folder. Otherwise the sheet would change the
 * shared class on every page. CSS modules would cost 2 KB of style and 3.6 KB of name tables, gzipped (2026).
 */

import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const CLIENT = 'src/dashboard/client';
/** The maximum number of lines in a sheet. Other files have the same limit (check-layers.ts). */
const LONGEST = 400;

/** A folder's classes begin with its name in the plural or the singular, such as `inquiries` or `inquiry`. */
const prefixesOf = (folder: string): readonly string[] => [
  folder,
  folder.replace(/ies$/, 'y').replace(/(?<=s)es$|(?<!s)s$/, ''),
];

const isShared = (sheet: string): boolean => /^(?:ui|parts)\//.test(sheet) || sheet === 'shell/app.css';

const LEFT_OUT = /\/\*[\s\S]*?\*\/|@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g;

const selectorsIn = (sheet: string): string[] =>
  [...sheet.replace(LEFT_OUT, '').matchAll(/([^{};]+)\{/g)]
    .map(([, list = '']) => list.trim())
    .filter((list) => !list.startsWith('@'))
    .flatMap((list) => list.split(/,(?![^()]*\))/).map((one) => one.trim()));

const classesIn = (selectors: readonly string[]): ReadonlySet<string> =>
  new Set(selectors.flatMap((one) => [...one.matchAll(/\.(-?[a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name)));

function classFinder(root: string): (name: string) => boolean {
  const paths = globSync(['**/*.ts', '**/*.tsx', '**/*.html'], { cwd: join(root, CLIENT) });
  const source = paths.map((path) => readFileSync(join(root, CLIENT, path), 'utf8')).join('\n');
  const names = new Set(source.match(/[\w-]+/g));
  const begins = new Set([...source.matchAll(/([\w-]+-)\$\{/g)].map(([, text = '']) => text));
  const ends = new Set([...source.matchAll(/\}(-[\w-]+)/g)].map(([, text = '']) => text));
  const dashes = (name: string): number[] => [...name.matchAll(/-/g)].map(({ index }) => index);
  return (name) =>
    names.has(name) || dashes(name).some((at) => begins.has(name.slice(0, at + 1)) || ends.has(name.slice(at)));
}

export function checkStyles(root: string): string[] {
  const paths = globSync('**/*.css', { cwd: join(root, CLIENT) }).map((path) => path.replaceAll('\\', '/'));
  const sheets = paths.sort().map((path) => {
    const text = readFileSync(join(root, CLIENT, path), 'utf8');
    const selectors = selectorsIn(text);
    return { path, lineCount: text.split('\n').length - 1, selectors, classes: classesIn(selectors) };
  });
  const shared = new Set(sheets.flatMap(({ path, classes }) => (isShared(path) ? [...classes] : [])));
  const isGiven = classFinder(root);
  const tooLong = sheets
    .filter(({ lineCount }) => lineCount > LONGEST)
    .map(
      ({ path, lineCount }) =>
        `[styles] ${CLIENT}/${path} has ${lineCount} lines, at most ${LONGEST}; give each component a sheet beside it`,
    );
  const misplaced = sheets.flatMap(({ path, selectors, classes }) => {
    const say = (what: string): string => `[styles] ${CLIENT}/${path} styles ${what}`;
    const idle = [...classes]
      .filter((name) => !isGiven(name))
      .map((name) => say(`.${name}, which no element has; take it out`));
    if (isShared(path)) return idle;
    const prefixes = prefixesOf(basename(dirname(path)));
    const isOwn = (name: string): boolean => prefixes.some((one) => name === one || name.startsWith(`${one}-`));
    const wrong = [...classes]
      .filter((name) => !shared.has(name) && !isOwn(name))
      .map((name) => say(`.${name}; call it .${prefixes[0]}-${name}, or style it in ui`));
    const everywhere = selectors
      .filter((one) => {
        const names = [...classesIn([one])];
        return path.startsWith('features/') && names.every((name) => shared.has(name) && !isOwn(name));
      })
      .map((one) => say(`${one} on every page; name a class of its own, or style it in ui`));
    return [...wrong, ...everywhere, ...idle];
  });
  return [...tooLong, ...misplaced];
}

if (import.meta.main) {
  const problems = checkStyles(resolve(import.meta.dir, '..'));
  process.stdout.write(problems.map((line) => `${line}\n`).join(''));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
