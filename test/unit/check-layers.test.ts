import { describe, expect, test } from 'bun:test';
import { checkLayers } from '../../scripts/check-layers.ts';
import { readSources } from '../../scripts/source.ts';
import { tempTree } from '../support/temp-file.ts';

function problemsOf(files: Record<string, string>): readonly string[] {
  using root = tempTree(files);
  return checkLayers(readSources(root.path)).problems;
}

const lines = (count: number): string => 'export const a = 1;\n'.repeat(count);

/** Ten short files. Together with these files, one long file is less than a tenth of all files. */
const manyShort = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`src/base/short-${at}.ts`, lines(1)]));

describe('a tree that follows the rules', () => {
  test('causes no reports', () => {
    const problems = problemsOf({
      'src/main.ts': "import { run } from './cli/index.ts';\nimport './app.ts';\nrun(Date.now(), process.env);\n",
      'src/app.ts': "import { server } from './http/index.ts';\nexport const app = server;\n",
      'src/cli/index.ts': "import { app } from '../app.ts';\nexport const run = (...all: unknown[]) => [app, all];\n",
      'src/http/index.ts': "export { server } from './orders/routes.ts';\n",
      'src/http/orders/routes.ts':
        "import { Elysia } from 'elysia';\nimport '../../orders/index.ts';\nexport const server = Elysia;\n",
      'src/orders/index.ts':
        "import { eq } from 'drizzle-orm';\nimport '../webhooks/index.ts';\nexport const on = eq;\n",
      'src/webhooks/index.ts':
        "import '../workspaces/index.ts';\nimport type { Db } from '../storage/index.ts';\nexport type D = Db;\n",
      'src/workspaces/index.ts': 'export const at = (now: number) => new Date(now);\n',
      'src/storage/index.ts':
        "import { Database } from 'bun:sqlite';\nimport 'drizzle-orm/bun-sqlite';\nexport type Db = Database;\n",
      'src/storage/schema/tables.ts': lines(450),
      'src/base/index.ts': 'export const now = Date.now;\n',
      'src/manual/files.ts': "import '../../scripts/deploy/dashboard.ts';\n",
      'src/dashboard/client/ui/page.ts':
        "import { b } from '../../shared/b.ts';\nimport type { R } from '../../routes.ts';\nfetch(b);\nconst opened = new Date();\n",
      'src/dashboard/client/shell/app.tsx': "export const p = () => import('../features/orders/index.ts');\n",
      'src/dashboard/client/features/orders/index.ts': "export * from './page.tsx';\n",
      'src/dashboard/client/features/orders/page.tsx': "import '../../ui/page.ts';\n",
      'src/dashboard/client/ui/guide.ts': "import guide from '../../../manual/guide.md' with { type: 'text' };\n",
    });
    expect(problems).toEqual([]);
  });
});

interface Broken {
  readonly rule: string;
  /** The beginning of the only report, such as `src/base/a.ts:2 [floors]`. */
  readonly at: string;
  readonly files: Record<string, string>;
}

const IN_ONE_FILE: readonly (readonly [rule: string, at: string, text: string])[] = [
  ['an import upwards', 'src/base/a.ts:2 [floors]', "\nimport '../orders/index.ts';"],
  ['a type-only import upwards', 'src/storage/a.ts:1 [floors]', "import type { O } from '../orders/index.ts';"],
  ['an import upwards over several lines', 'src/base/a.ts:3 [floors]', "export {\n  o,\n} from '../orders/index.ts';"],
  ['a dynamic import upwards', 'src/base/a.ts:1 [floors]', "export const a = () => import('../orders/index.ts');"],
  [
    'an import within a template',
    'src/base/a.ts:1 [floors]',
    "export const a = `${await import('../orders/index.ts')}`;",
  ],
  ['a worker upwards', 'src/base/a.ts:1 [floors]', "new Worker(new URL('../worker/a.worker.ts', import.meta.url));"],
  ['neighbours of one floor', 'src/http/a.ts:1 [floors]', "import '../worker/index.ts';"],
  ['a side from what both stand on', 'src/web/a.ts:1 [floors]', "import '../http/index.ts';"],
  [
    'folders of the dashboard upwards',
    'src/dashboard/desk/a.ts:1 [floors]',
    "import type { B } from '../backups/b.ts';",
  ],
  ['neighbours in the dashboard', 'src/dashboard/orders/a.ts:1 [floors]', "import '../stock/b.ts';"],
  ['a folder of the dashboard without a floor', 'src/dashboard/prices/a.ts:1 [floors]', 'export const a = 1;'],
  ['orders of inquiries', 'src/orders/a.ts:1 [floors]', "import '../inquiries/index.ts';"],
  ['mail of workspaces', 'src/mail/a.ts:1 [floors]', "import '../workspaces/index.ts';"],
  ['workspaces of people', 'src/workspaces/a.ts:1 [floors]', "import '../people/index.ts';"],
  [
    'nothing that only looks like an import',
    'src/base/a.ts:2 [floors]',
    'const d = \'import { x } from "../http/index.ts"\';\nimport "../http/index.ts";',
  ],
  ['app of cli', 'src/app.ts:1 [floors]', "import './cli/index.ts';"],
  ['a folder without a floor', 'src/utils/a.ts:1 [floors]', 'export const a = 1;'],
  ['a step past an index', 'src/http/a.ts:1 [index]', "import '../orders/order.ts';"],
  ['a step out of src', 'src/http/a.ts:1 [outside]', "import '../../test/a.ts';"],
  ['a page in no room', 'src/dashboard/client/a.tsx:1 [rooms]', 'export const a = 1;'],
  [
    'a room upwards, though of a type alone',
    'src/dashboard/client/ui/a.tsx:1 [rooms]',
    "import type { B } from '../features/b/b.tsx';",
  ],
  [
    'a piece that says the words of features',
    'src/dashboard/client/ui/a.tsx:1 [rooms]',
    "import { words } from '../words/words.ts';",
  ],
  ['a piece of a subject', 'src/dashboard/client/ui/a.tsx:1 [rooms]', "import { orders } from '../parts/orders.ts';"],
  [
    'a feature of another feature',
    'src/dashboard/client/features/a/a.tsx:1 [rooms]',
    "const b = () => import('../b/b.tsx');",
  ],
  [
    'a feature past its door',
    'src/dashboard/client/shell/a.tsx:1 [rooms]',
    "const b = () => import('../features/b/b.tsx');",
  ],
  [
    'a page of the server',
    'src/dashboard/client/data/a.ts:2 [sides]',
    "import type { A } from '../../routes.ts';\nimport { a } from '../../routes.ts';",
  ],
  ['the server of a page', 'src/dashboard/orders/a.ts:1 [sides]', "import type { B } from '../client/data/b.ts';"],
  [
    'what both sides share of one side',
    'src/dashboard/shared/a.ts:1 [sides]',
    "import type { B } from '../orders/b.ts';",
  ],
  [
    'what both sides share of a domain',
    'src/dashboard/shared/a.ts:2 [sides]',
    "import type { O } from '../../orders/index.ts';\nimport { o } from '../../orders/index.ts';",
  ],
  ['SQL in http', 'src/http/a.ts:1 [packages]', "import { eq } from 'drizzle-orm';"],
  ['the file in orders', 'src/orders/a.ts:1 [packages]', "import 'bun:sqlite';"],
  ['tables in orders', 'src/orders/a.ts:1 [packages]', "import 'drizzle-orm/sqlite-core';"],
  ['the web in orders', 'src/orders/a.ts:1 [packages]', "import { t } from 'elysia';"],
];

const broken: Broken[] = [
  ...IN_ONE_FILE.map(([rule, at, text]) => ({ rule, at, files: { [at.replace(/:.*/, '')]: `${text}\n` } })),
  {
    rule: 'a step of what both sides share past the index of a room',
    at: 'src/dashboard/shared/a.ts:2 [index] src/base/time/clock.ts',
    files: {
      'src/base/time/clock.ts': lines(1),
      'src/base/time/index.ts': lines(1),
      'src/dashboard/shared/a.ts': "import '../../base/time/index.ts';\nimport '../../base/time/clock.ts';\n",
    },
  },
  {
    rule: 'a step past the index of a room',
    at: 'src/base/log.ts:1 [index] src/base/time/clock.ts',
    files: {
      'src/base/time/clock.ts': lines(1),
      'src/base/time/index.ts': "export { a } from './clock.ts';\n",
      'src/base/log.ts': "import './time/clock.ts';\n",
      'src/base/index.ts': "export * from './time/clock.ts';\nexport * from './log.ts';\n",
    },
  },
  {
    rule: 'a room of a higher floor',
    at: 'src/storage/store/a.ts:1 [floors] storage/store',
    files: { 'src/storage/store/a.ts': "import '../file/index.ts';\n", 'src/storage/file/index.ts': lines(1) },
  },
  {
    rule: 'a cycle, though of types alone',
    at: 'src/base/a.ts:1 [cycle] src/base/a.ts, src/base/b.ts, src/base/c.ts',
    files: {
      'src/base/a.ts': "import './b.ts';\n",
      'src/base/b.ts': "import type { C } from './c.ts';\n",
      'src/base/c.ts': "export type A = import('./a.ts').A;\n",
    },
  },
  {
    rule: 'a cycle of pages',
    at: 'src/dashboard/client/ui/a.tsx:2 [cycle] src/dashboard/client/ui/a.tsx, src/dashboard/client/ui/b.tsx',
    files: {
      'src/dashboard/client/ui/a.tsx':
        "export const A = () => <p class=\"a\">it's {1 / 2}</p>;\nimport { B } from './b.tsx';\n",
      'src/dashboard/client/ui/b.tsx': "export const B = () => <br class={'b'} />;\nimport { A } from './a.tsx';\n",
    },
  },
  ...[
    { how: 'in between', statement: "const b = () => import('../../routes.ts');" },
    { how: 'for its effects', statement: "import '../../routes.ts';" },
  ].map(({ how, statement }) => ({
    rule: `a page of the server behind an import of types, ${how}`,
    at: 'src/dashboard/client/data/a.ts:2 [sides]',
    files: { 'src/dashboard/client/data/a.ts': `import type { A } from '../../routes.ts';\n${statement}\n` },
  })),
  { rule: 'a long page', at: 'src/base/a.tsx:401 [length]', files: { ...manyShort, 'src/base/a.tsx': lines(401) } },
  { rule: 'a long file', at: 'src/base/a.ts:401 [length]', files: { ...manyShort, 'src/base/a.ts': lines(401) } },
  { rule: 'long files on the whole', at: 'src:1 [length] median is 100', files: { 'src/base/a.ts': lines(100) } },
  {
    rule: 'too many long files',
    at: 'src:1 [length] 90th percentile is 250',
    files: { 'src/base/a.ts': lines(1), 'src/base/b.ts': lines(1), 'src/base/c.ts': lines(250) },
  },
];

describe('a tree that breaks one rule', () => {
  test.each(broken)('the check of the layers reports $rule once, with file and line', ({ at, files }) => {
    const problems = problemsOf(files);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toStartWith(at);
    expect(problems[0]).toContain('; ');
  });
});
