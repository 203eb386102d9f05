/** The rules of `scripts/lint`, as `bun run check` applies them: with the repository's own settings of Biome. */

import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dir, '../..');
const PAGE = 'src/dashboard/client/keys';
const page = (line: string): string => `export function Page() {\n${line}\n}\n`;

/** One fault in each file, always on line 2. */
const FAULTS: readonly (readonly [path: string, text: string, rule: string])[] = [
  ...[
    "app.get('/a', () => 1);",
    'app.post(BASE, handler, { body: Body, query: Query });',
    "app.get('/a', () => ({ response: 1 }), { query: Query });",
    'app.patch(BASE,\n  async ({ a, b }) => f(a, b),\n  { admit: WHO },\n);',
  ].flatMap((line) =>
    ['src/dashboard/orders/routes.ts', 'src/http/server.ts'].map((path) => [path, `\n${line}\n`, 'answers'] as const),
  ),
  ['src/http/key-use.ts', '\nstorage.write((tx) => writeAudit(tx, entry));\n', 'handlers'],
  ['src/dashboard/make-once.ts', '\ndeps.storage.write<void>(note);\n', 'handlers'],
  ['src/http/health/routes.ts', '\nconst nowMs = deps.world.clock.now();\n', 'handlers'],
  ['src/dashboard/settings/mail-routes.ts', '\nconst since = clock.monotonic();\n', 'handlers'],
  ['src/dashboard/orders/model.ts', '\nconst Version = t.Integer({ minimum: 1 });\n', 'integers'],
  ['src/orders/a.ts', '\nconst a = Date.now();\n', 'world'],
  ['src/orders/a.ts', '\nconst a = new Date();\n', 'world'],
  ['src/storage/store/a.ts', '\nconst a = performance.now();\n', 'world'],
  ['src/http/a.ts', '\nconst a = Math.random();\n', 'world'],
  ['src/cli/a.ts', "\nconst a = process.env['A'];\n", 'world'],
  ['src/cli/a.ts', '\nconst a = Bun.env;\n', 'world'],
  ['src/mail/a.ts', "\nglobalThis.fetch('https://a');\n", 'world'],
  ['src/mail/a.ts', '\nconst a = `x${{ at: Date.now() }.at}y`;\n', 'world'],
  [`${PAGE}/a.tsx`, page('  return <form />;'), 'sending'],
  [`${PAGE}/a.tsx`, page('  return <Form onSubmit={act} />;'), 'sending'],
  [`${PAGE}/a.tsx`, page('  return <select onChange={change} />;'), 'sending'],
  [`${PAGE}/a.ts`, page("  return () => fetch('/app/api/x', POST);"), 'sending'],
  [`${PAGE}/a.tsx`, page('  const [error, setError] = useState<unknown>();'), 'loading'],
  [`${PAGE}/a.tsx`, page('  const press = () => setIsBusy(true);'), 'loading'],
  [`${PAGE}/a.tsx`, page('  const fits = () => asked.current === mine;'), 'loading'],
  [`${PAGE}/a.tsx`, page('  useEffect(() => { look().then(show); }, []);'), 'loading'],
  [`${PAGE}/a.tsx`, page('  useEffect(() => void (async () => show(await look()))(), []);'), 'loading'],
  ...[
    'crypto.randomUUID()',
    'globalThis.crypto?.subtle',
    'navigator.clipboard.writeText(a)',
    'navigator.serviceWorker',
    'caches.open(a)',
    'isSecureContext',
  ].map((use) => [`${PAGE}/a.ts`, page(`  return ${use};`), 'https'] as const),
  [`${PAGE}/a.ts`, page('  const { share, wakeLock } = navigator;'), 'https'],
];

const RIGHT: readonly (readonly [path: string, text: string])[] = [
  ['src/dashboard/client/data/secure-context.ts', 'export const { clipboard }: Browser = navigator;\n'],
  [`${PAGE}/http.ts`, page('  return [crypto.getRandomValues(a), navigator.onLine, navigator.userAgent];')],
  ['src/main.ts', 'run(Date.now(), process.env);\n'],
  ['src/base/clock.ts', 'const now = Date.now;\n'],
  ['src/orders/words.ts', "// Date.now()\nconst a = 'Date.now()';\nconst b = new Date(nowMs);\n"],
  ['src/dashboard/context.ts', 'const nowMs = clock.now();\n'],
  ['src/dashboard/shared/a.ts', 'out.write(1);\n'],
  [
    'src/http/orders/routes.ts',
    "app.get('/a', () => 1, { response: Answer }).post(BASE, ({ body }) => verb(ctx, body), { response: Done });\n" +
      "const agent = request.headers.get('user-agent');\nconst count = counts.get(key(a, b)) ?? 0;\n",
  ],
  [
    `${PAGE}/right.tsx`,
    page("  const { data } = useLoaded(look, '');\n  useEffect(() => { document.title = data; }, [data]);"),
  ],
];

let root = '';
let said: readonly string[] = [];

/** Puts each file into its own folder. Otherwise files with the same path in `FAULTS` would overwrite each other. */
const placeOf = (path: string, index: number): string => path.replace(/([^/]+)$/, `${index}-of/$1`);

/** The line that a plugin reports: the place, then the fault. */
const FOUND = /^(src\/\S+?):(\d+):\d+ plugin [\s\S]*?× \[(\w+)\]/gm;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'docket-lint-'));
  cpSync(join(ROOT, '.biome.json'), join(root, '.biome.json'));
  cpSync(join(ROOT, 'scripts/lint'), join(root, 'scripts/lint'), { recursive: true });
  const files = [...FAULTS.map(([path, text]) => [path, text] as const), ...RIGHT];
  for (const [index, [path, text]] of files.entries()) {
    const file = join(root, index < FAULTS.length ? placeOf(path, index) : path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
  const { stdout, stderr } = Bun.spawnSync(
    [process.execPath, biome, 'lint', '--max-diagnostics=none', '--colors=off', 'src'],
    { cwd: root },
  );
  const found = `${stdout}${stderr}`.matchAll(FOUND);
  said = [...found].map(([, path, line, rule]) => `${path}:${line} ${rule}`);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each(FAULTS.map(([path, text, rule], index) => ({ path, index, rule, line: text.trim() })))(
  'in $path the rule "$rule" reports $line',
  ({ path, index, rule }) => {
    const place = placeOf(path, index);
    expect(said.filter((line) => line.startsWith(place))).toEqual([`${place}:2 ${rule}`]);
  },
);

test.each(RIGHT.map(([path]) => path))('no lint rule reports anything in %s', (path) => {
  expect(said.length).toBeGreaterThan(0);
  expect(said.filter((line) => line.startsWith(path))).toEqual([]);
});
