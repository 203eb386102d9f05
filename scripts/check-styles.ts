import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Holds the style sheets to their places. A sheet of a feature styles its own classes alone, and what is shared (`ui`,
 * `shell/app.css`) beside them. Its classes begin with the name of its folder. So no class means two things.
 *
 * CSS modules say the same, but cost too much here (2026): 2 KB of style and 3.6 KB of name tables, gzipped.
 */

const CLIENT = 'src/dashboard/client';

/** Names from before the rule, by sheet; the list gets shorter only. */
const OLD_NAMES: Readonly<Record<string, string>> = {
  'features/connect/connect.css': 'links short title verdict waits',
  'features/inquiries/inquiries.css': 'title',
  'features/orders/print/print.css':
    'couriers gift letter size-10 size-12 size-14 size-17 size-20 size-24 size-30 size-36 size-6 size-8 slip',
  'features/overview/start/start.css': 'waits',
  'features/settings/settings.css': 'key-actions short',
  'features/stock/stock.css': 'of-quantity',
  'features/webhooks/webhooks.css': 'address coming failed mails next panel succeeded verdict',
  'shell/menu/menu.css':
    'address brand group import-now inquiry-head last mark name order-head person places sheet sheet-foot title untouched',
};

/** `orders`, and `order` for what is of one: `inquiry`, `status`, `key`. */
const prefixesOf = (folder: string): readonly string[] => [
  folder,
  folder.replace(/ies$/, 'y').replace(/(?<=s)es$|(?<!s)s$/, ''),
];

const isShared = (sheet: string): boolean => sheet.startsWith('ui/') || sheet === 'shell/app.css';

/** The classes of a sheet's selectors. */
function classesIn(sheet: string): ReadonlySet<string> {
  const selectors = [...sheet.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g)].map(([, text = '']) => text);
  const plain = selectors.filter((text) => !text.trim().startsWith('@'));
  return new Set(plain.flatMap((text) => [...text.matchAll(/\.(-?[a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name)));
}

/** Whether the pages give an element this class, whole or put together: `orders-of-${column}`, `${tone}-back`. */
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

/** A line for each class that stands in a sheet which is not its own, or that no element has. */
export function checkStyles(root: string): string[] {
  const paths = globSync('**/*.css', { cwd: join(root, CLIENT) }).map((path) => path.replaceAll('\\', '/'));
  const sheets = new Map(paths.sort().map((path) => [path, classesIn(readFileSync(join(root, CLIENT, path), 'utf8'))]));
  const shared = new Set([...sheets].flatMap(([path, classes]) => (isShared(path) ? [...classes] : [])));
  const isGiven = classFinder(root);
  return [...sheets].flatMap(([path, classes]) => {
    const idle = [...classes]
      .filter((name) => !isGiven(name))
      .map((name) => `[styles] ${CLIENT}/${path} styles .${name}, which no element has; take it out`);
    if (isShared(path)) return idle;
    const prefixes = prefixesOf(basename(dirname(path)));
    const isOwn = (name: string): boolean => prefixes.some((one) => name === one || name.startsWith(`${one}-`));
    const old = new Set(OLD_NAMES[path]?.split(' '));
    const others = [...classes].filter((name) => !shared.has(name) && !isOwn(name));
    const wrong = others
      .filter((name) => !old.has(name))
      .map((name) => `[styles] ${CLIENT}/${path} styles .${name}; call it .${prefixes[0]}-${name}, or style it in ui`);
    const gone = [...old]
      .filter((name) => !others.includes(name))
      .map((name) => `[styles] ${path} has no .${name} any more; take it off OLD_NAMES (scripts/check-styles.ts)`);
    return [...wrong, ...gone, ...idle];
  });
}

if (import.meta.main) {
  const problems = checkStyles(resolve(import.meta.dir, '..'));
  process.stdout.write(problems.map((line) => `${line}\n`).join(''));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
