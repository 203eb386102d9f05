import { afterEach, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkComments } from '../../scripts/check-comments.ts';
import { checkDocs } from '../../scripts/check-docs.ts';

const made: string[] = [];

afterEach(() => {
  for (const root of made.splice(0)) rmSync(root, { recursive: true, force: true });
});

const MAP =
  '## Code map\n\nsrc/main.ts, src/orders, scripts/start, scripts/notes, test/http\n\n### Deeper\n\n## After\n';

/** The problems of a small repository with this README. */
function problemsOf(readme: string | undefined): string[] {
  const root = mkdtempSync(join(tmpdir(), 'docket-docs-'));
  made.push(root);
  for (const folder of ['src/orders', 'scripts', 'test/http']) mkdirSync(join(root, folder), { recursive: true });
  for (const file of ['src/main.ts', 'src/orders/index.ts', 'scripts/start', 'scripts/notes']) {
    writeFileSync(join(root, file), '');
  }
  chmodSync(join(root, 'scripts/start'), 0o755);
  chmodSync(join(root, 'scripts/notes'), 0o644);
  writeFileSync(join(root, 'package.json'), '{ "scripts": { "check": "true" } }');
  if (readme !== undefined) writeFileSync(join(root, 'README.md'), readme);
  return checkDocs(root);
}

test('a README that tells the truth has nothing reported', () => {
  const readme = [
    '# A product',
    '`./scripts/start --port 1` and `bun run check`; `src/orders/index.ts:3`, `src/http/<resource>/routes.ts`, `a/b.ts`',
    MAP,
  ];
  expect(problemsOf(readme.join('\n'))).toEqual([]);
});

test('a README that is missing, or has no code map, is reported', () => {
  expect(problemsOf(undefined)).toEqual(['README.md:1 [map] is missing; write it, with a section "Code map"']);
  expect(problemsOf('# A product\n')).toHaveLength(1);
});

test.each(['src/main.ts', 'src/orders', 'scripts/start', 'scripts/notes', 'test/http'])(
  'a code map without %s is reported, though the rest of the README names it or a longer name is there',
  (part) => {
    const problems = problemsOf(`# A product\n${part}\n${MAP.replace(part, `${part}-old, ${part}.old`)}${part}\n`);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`does not name ${part};`);
  },
);

test.each([
  { said: '`src/gone.ts`', problem: 'README.md:1 [path] src/gone.ts does not exist' },
  { said: '`bun run bench`', problem: 'README.md:1 [script] package.json has no script "bench"' },
  { said: './scripts/gone', problem: 'README.md:1 [executable] ./scripts/gone does not exist' },
  { said: './scripts/notes.', problem: 'README.md:1 [executable] ./scripts/notes is not executable' },
])('a README that says $said is reported', ({ said, problem }) => {
  const problems = problemsOf(`${said}\n${MAP}`);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toStartWith(problem);
});

test('a comment that begins with "Of" is reported, and no other', () => {
  const root = mkdtempSync(join(tmpdir(), 'docket-docs-'));
  made.push(root);
  mkdirSync(join(root, 'src'));
  const lines = [
    '/** Of a key. */',
    '// Of one',
    ' * Of two',
    '/** Often. */',
    "const of = ['// Of'];",
    '// A part. Of it',
  ];
  writeFileSync(join(root, 'src/a.tsx'), lines.join('\n'));
  expect(checkComments(root).map((problem) => problem.split(' ')[0])).toEqual([
    'src/a.tsx:1',
    'src/a.tsx:2',
    'src/a.tsx:3',
  ]);
});
