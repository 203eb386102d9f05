import { resolve } from 'node:path';
import { buildClient, FIRST, scriptOf } from './client-build.ts';
import { closureOf } from './join-chunks.ts';

const FONT = resolve(import.meta.dir, '../src/dashboard/pages/fonts/inter-4.1.woff2');
const KB = 1024;
const MOST = { firstLoad: 51 * KB, chunk: 25 * KB, style: 14 * KB, font: 60 * KB, signIn: 14 * KB } as const;

const built = await buildClient();
const files = new Map(built.map((one) => [one.name, one]));
const sizes = new Map(built.map(({ name, bytes }) => [name, Bun.gzipSync(bytes, { level: 9 }).length]));
const scripts = [...sizes.keys()].filter((name) => name.endsWith('.js'));
const chunk = (source: string): string => scriptOf(built, source);

const sum = (names: Iterable<string>): number => [...names].reduce((total, name) => total + (sizes.get(name) ?? 0), 0);

const entry = closureOf(files, [chunk(FIRST.entry)]);
const firstLoads = Object.values(FIRST.pages).map((page) =>
  sum(closureOf(files, [FIRST.entry, FIRST.desk, FIRST.words.ru, page].map(chunk))),
);
const measured = [
  { what: 'script before signing in', bytes: sum(entry), most: MOST.signIn },
  { what: 'script of the first page', bytes: Math.max(...firstLoads), most: MOST.firstLoad },
  {
    what: 'largest chunk of script',
    bytes: Math.max(...scripts.map((name) => sizes.get(name) ?? 0)),
    most: MOST.chunk,
  },
  { what: 'style', bytes: sum([...sizes.keys()].filter((path) => path.endsWith('.css'))), most: MOST.style },
  { what: 'font', bytes: Bun.file(FONT).size, most: MOST.font },
];
for (const { what, bytes, most } of measured) {
  const verdict = bytes > 0 && bytes <= most ? '' : `  [size] outside 1 to ${most / KB} KB`;
  process.stdout.write(`${what}: ${(bytes / KB).toFixed(1)} KB${verdict}\n`);
  if (verdict !== '') process.exitCode = 1;
}
