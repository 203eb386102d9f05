import { resolve } from 'node:path';
import { buildClient, CLIENT } from './client-build.ts';

/** Builds what runs in the browser as the executable holds it, and holds its parts to their sizes, gzipped. */

const FONT = resolve(import.meta.dir, '../src/dashboard/pages/fonts/inter-4.1.woff2');
const KB = 1024;
const MOST = { firstLoad: 51 * KB, chunk: 25 * KB, style: 14 * KB, font: 60 * KB, signIn: 14 * KB } as const;

interface Output {
  readonly entryPoint?: string;
  readonly imports: readonly { readonly path: string; readonly kind: string }[];
}

const built = await buildClient();
const sizes = new Map<string, number>();
for (const output of built.outputs) {
  sizes.set(output.path, Bun.gzipSync(await output.arrayBuffer(), { level: 9 }).length);
}
const outputs = new Map<string, Output>(Object.entries(built.metafile?.outputs ?? {}));
const scripts = [...outputs.keys()].filter((path) => path.endsWith('.js'));

/** The chunk that begins with a source file. */
function chunkOf(source: string): string {
  const found = scripts.find((path) => outputs.get(path)?.entryPoint === `${CLIENT}/${source}`);
  if (found === undefined) throw new Error(`no chunk begins with ${source}: has it moved?`);
  return found;
}

/** A chunk and all that it needs before it runs; what is imported later is not among it. */
function closure(chunks: readonly string[], known = new Set<string>()): Set<string> {
  for (const path of chunks) {
    if (known.has(path)) continue;
    known.add(path);
    const needed = outputs.get(path)?.imports.filter(({ kind }) => kind === 'import-statement') ?? [];
    closure(
      needed.map((one) => one.path),
      known,
    );
  }
  return known;
}

const sum = (paths: Iterable<string>): number => [...paths].reduce((total, path) => total + (sizes.get(path) ?? 0), 0);

const entry = closure([chunkOf('shell/index.html')]);
const firstLoads = ['features/overview/start/start-page.tsx', 'features/orders/orders-page.tsx'].map((page) =>
  sum(closure(['shell/index.html', 'shell/app.tsx', 'words/ru/first.ts', page].map(chunkOf))),
);
const measured = [
  { what: 'script before signing in', bytes: sum(entry), most: MOST.signIn },
  { what: 'script of the first page', bytes: Math.max(...firstLoads), most: MOST.firstLoad },
  {
    what: 'largest chunk of script',
    bytes: Math.max(...scripts.map((path) => sizes.get(path) ?? 0)),
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
