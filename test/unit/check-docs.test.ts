import { expect, test } from 'bun:test';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkDocs, checkDoors } from '../../scripts/check-docs.ts';
import { checkComments, checkLines } from '../../scripts/check-lines.ts';
import { sourceOf } from '../../scripts/source.ts';
import { tempTree } from '../support/temp-file.ts';

const MAP = '# Code map\n\nsrc/main.ts, src/orders, src/manual, scripts/start, scripts/notes, test/http\n\n## Deeper\n';
const FRONT = '# A product\n[Code map](src/manual/code-map.md)\n';

function problemsOf({ front = FRONT, map = MAP }: { front?: string | undefined; map?: string }): string[] {
  const empty = ['src/main.ts', 'src/orders/index.ts', 'scripts/start', 'scripts/notes'];
  using root = tempTree({
    ...Object.fromEntries(empty.map((path) => [path, ''])),
    'package.json': '{ "scripts": { "check": "true" } }',
    ...(front === '' ? {} : { 'README.md': front }),
    ...(map === '' ? {} : { 'src/manual/code-map.md': map }),
  });
  for (const folder of ['src/manual', 'test/http']) mkdirSync(join(root.path, folder), { recursive: true });
  chmodSync(join(root.path, 'scripts/start'), 0o755);
  chmodSync(join(root.path, 'scripts/notes'), 0o644);
  return checkDocs(root.path);
}

test('a correct README is accepted', () => {
  const front = [
    FRONT,
    '`./scripts/start --port 1` and `bun run check`; `src/orders/index.ts:3`, `src/http/<resource>/routes.ts`, `a/b.ts`',
    '[deeper](src/manual/code-map.md#deeper), [elsewhere](https://example.com/x), [above](#a-product), `[none](x.md)`',
  ];
  expect(problemsOf({ front: front.join('\n') })).toEqual([]);
});

test('a missing README or code map is reported', () => {
  expect(problemsOf({ front: '' })).toEqual(['README.md:1 [front] is missing; write it']);
  const [problem, ...more] = problemsOf({ front: '# A product\n', map: '' });
  expect(problem).toStartWith('src/manual/code-map.md:1 [map] is missing');
  expect(more).toEqual([]);
});

test('a README that is too long or lacks a required link is reported', () => {
  expect(problemsOf({ front: `${FRONT}${'more\n'.repeat(129)}` })).toEqual([
    'README.md:131 [front] has 131 lines; keep it to 130',
  ]);
  expect(problemsOf({ front: '# A product\n' })).toEqual([
    'README.md:1 [front] does not lead to src/manual/code-map.md; name it under "Read on"',
  ]);
});

test.each(['src/main.ts', 'src/orders', 'scripts/start', 'scripts/notes', 'test/http'])(
  'a code map that omits %s is reported, even if the map names a longer path with the same beginning',
  (part) => {
    const problems = problemsOf({
      front: `${FRONT}${part}\n`,
      map: MAP.replace(part, `${part}-old, ${part}.old`),
    });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`does not name ${part};`);
  },
);

test.each([
  { said: '`src/gone.ts`', problem: '[path] src/gone.ts does not exist' },
  { said: '`bun run bench`', problem: '[script] package.json has no script "bench"' },
  { said: './scripts/gone', problem: '[executable] ./scripts/gone does not exist' },
  { said: './scripts/notes.', problem: '[executable] ./scripts/notes is not executable' },
  { said: '[a page](gone.md)', problem: '[link] gone.md leads nowhere' },
  { said: '[a heading](#gone)', problem: '[link] #gone leads to no heading' },
])('the wrong reference $said is reported on every page', ({ said, problem }) => {
  const [inFront, ...more] = problemsOf({ front: `${said}\n${FRONT}` });
  expect(inFront).toStartWith(`README.md:1 ${problem}`);
  expect(more).toEqual([]);
  expect(problemsOf({ map: `${said}\n${MAP}` })[0]).toStartWith(`src/manual/code-map.md:1 ${problem}`);
});

test('a spread literal and a comment that begins with “Of” are reported, and nothing else', () => {
  const lines = [
    '/** Of a key. */',
    '// Of one',
    '/**',
    ' * Of two',
    ' */',
    '/** Often. */',
    "const of = ['// Of'];",
    '// A part. Of it',
    'const a = { ...{ b, c }, d };',
    'const e = { ...b, ...(c ? {} : { c }), ...{} };',
    'const f = <Field {...{ name, label }} />;',
    "const text = '...{ b }'; // Of that line alone",
    'const g = { ...({ b } as const) };',
    '  // { ...{ b } }',
    'const h = [...[f(b), g[c]]];',
    'const i = [...([b, c] as const)];',
    'const j = [...[b, c].map(f), ...[...b]];',
  ];
  using root = tempTree({ 'src/a.tsx': lines.join('\n') });
  expect(checkLines(root.path).map((problem) => problem.split(' ')[0])).toEqual([
    'src/a.tsx:1',
    'src/a.tsx:2',
    'src/a.tsx:4',
    'src/a.tsx:9',
    'src/a.tsx:11',
    'src/a.tsx:13',
    'src/a.tsx:15',
    'src/a.tsx:16',
  ]);
});

test('a sentence of a comment with more than twenty words is reported with the comment’s line', () => {
  const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');
  const source = [
    "const glob = 'src/**/*.ts';",
    `/** ${words(20)}. \`${words(9)}\` and {@link Order | ${words(9)}}: ${words(20)}; ${words(20)}. */`,
    `const a = 1; // ${words(30)}`,
    '/**',
    ` * ${words(11)}`,
    ` * ${words(10)}.`,
    ' *',
    ` * ${words(15)}`,
    ` * - ${words(15)}`,
    ` * @param a ${words(15)}`,
    ` * @returns ${words(21)}`,
    ' */',
    `  // ${words(11)}`,
    `  // ${words(10)}. ${words(20)}`,
  ].join('\n');
  expect(checkComments(sourceOf('a.ts', source)).map((problem) => problem.split(';')[0])).toEqual([
    '4 [sentence] has 21 words, at most 20',
    '4 [sentence] has 22 words, at most 20',
    '13 [sentence] has 21 words, at most 20',
  ]);
});

test('a folder without an index.ts that states its purpose is reported', () => {
  using root = tempTree({
    'src/main.ts': '',
    'src/orders/index.ts': '/**\n * Orders.\n * Must never: know a route.\n */\n',
    'src/orders/desk/index.ts': "export { a } from './a.ts';\n/** Must never: open late. */\n",
    'src/keys/list.ts': '',
    'src/dashboard/index.ts': '/** Pages. Must never: sleep. */\n',
    'src/dashboard/client/ui/form.tsx': '',
    'src/dashboard/client/features/index.ts': '/** Pages. Must never: meet. */\n',
    'src/dashboard/client/features/stock/page.tsx': '',
  });
  expect(checkDoors(root.path)).toEqual([
    'src/dashboard/client/features/stock/index.ts:1 [door] is missing; say what the room is for',
    'src/dashboard/client/ui/index.ts:1 [door] is missing; say what the room is for',
    'src/keys/index.ts:1 [door] is missing; say what the room is for',
    'src/orders/desk/index.ts:1 [door] does not open with what the room is for, and with "Must never:"',
  ]);
});
