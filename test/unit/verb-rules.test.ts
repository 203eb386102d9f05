import { describe, expect, test } from 'bun:test';
import { sourceOf } from '../../scripts/source.ts';
import { checkVerbs } from '../../scripts/verb-rules.ts';

const problemsOf = (files: Record<string, string>): string[] =>
  checkVerbs(Object.entries(files).map(([path, text]) => sourceOf(path, text)));

const VERB =
  'export function keep(ctx: Ctx, input: Input): Promise<void> {\n  return ctx.storage.write((tx) => save(tx));\n}\n';

const CALLS: Readonly<Record<string, Record<string, string>>> = {
  'of another file': {
    'src/orders/b.ts':
      "import { keep } from './a.ts';\nexport async function both(ctx: Ctx): Promise<void> {\n  await keep(ctx, 1);\n  await ctx.storage.write(note);\n}\n",
  },
  'of another folder, through its index and under another name': {
    'src/orders/index.ts': "export { keep as store } from './a.ts';\n",
    'src/stock/b.ts':
      "import { store as keepIt } from '../orders/index.ts';\nexport const both = async (ctx: Ctx) => {\n  await keepIt(ctx, 1);\n};\n",
  },
  'of another folder, whose door hands a file on whole': {
    'src/orders/index.ts': "export * from './a.ts';\n",
    'src/stock/b.ts':
      "import { keep } from '../orders/index.ts';\nexport const both = async (ctx: Ctx) => {\n  await keep(ctx, 1);\n};\n",
  },
  'though it opens no write itself': {
    'src/orders/b.ts':
      "import { keep } from './a.ts';\nfunction each(ctx: Ctx, all: number[]) {\n  for (const one of all) keep(ctx, one);\n}\n",
  },
  'that opens its write in a function of its own': {
    'src/orders/a.ts':
      'const open = (ctx: Ctx) => ctx.storage.write(note);\nexport function keep(ctx: Ctx): Promise<void> {\n  return open(ctx);\n}\n',
    'src/orders/b.ts':
      "import { keep } from './a.ts';\nexport function both(ctx: Ctx): Promise<void> {\n  return keep(ctx);\n}\n",
  },
};

describe('a function that writes (a verb) must not call a verb', () => {
  test.each(Object.entries(CALLS))('%s', (_, files) => {
    const problems = problemsOf({ 'src/orders/a.ts': VERB, ...files });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^src\/(orders|stock)\/b\.ts:\d \[verbs\] \w+ calls the verb keep; share a helper/);
  });

  test('a verb may open several writes and share helpers, and handlers may call verbs', () => {
    const problems = problemsOf({
      'src/orders/a.ts': VERB,
      'src/orders/b.ts':
        'const step = (ctx: Ctx) => ctx.storage.write(note);\nexport async function inSteps(ctx: Ctx): Promise<void> {\n  await step(ctx);\n  await step(ctx);\n}\n',
      'src/http/routes.ts':
        "import { keep } from '../orders/index.ts';\nexport const handler = (ctx: Ctx) => keep(ctx, 1);\n",
      'src/orders/c.ts':
        "import { save } from './save.ts';\nexport function other(ctx: Ctx) {\n  return ctx.storage.write((tx) => save(tx, ctx, 1, 2));\n}\n",
      'src/orders/save.ts':
        'export function save(tx: Tx, ctx: Ctx, one: number, two: number): void {\n  tx.db.run(one, two);\n}\n',
    });
    expect(problems).toEqual([]);
  });
});

test('a verb that may throw before it returns a promise is reported', () => {
  const body = '{\n  check(input);\n  return ctx.storage.write(note);\n}\n';
  const head = 'function keep(ctx: Ctx, input: Input): Promise<void>';
  expect(problemsOf({ 'src/keys/a.ts': `export ${head} ${body}` })).toEqual([
    'src/keys/a.ts:1 [verbs] keep may throw before it returns a promise; make it async, so that it rejects',
  ]);
  expect(problemsOf({ 'src/keys/a.ts': `export async ${head} ${body}`, 'src/keys/b.ts': VERB })).toEqual([]);
});

describe('a verb has only the arguments ctx and input', () => {
  test.each([
    ['function keep(storage: Storage, id: string, actor: Actor) {\n  return storage.write(note);\n}', 3],
    [
      'const keep = async (storage: Storage, id: string, by: -1 | 1, actor: Actor) => {\n  await storage.write(note);\n};',
      4,
    ],
  ])('extra arguments are reported', (text, many) => {
    expect(problemsOf({ 'src/people/a.ts': `export ${text}\n` })).toEqual([
      `src/people/a.ts:1 [verbs] keep takes ${many} arguments; a verb is verb(ctx, input)`,
    ]);
  });

  test('commas in types, patterns and callbacks do not separate arguments', () => {
    const text =
      "export function keep({ storage, a }: Ctx & Pick<World, 'a' | 'b'>, { b, c }: Map<string, (d: D, e: E) => F>) {\n  return storage.write(note);\n}\n";
    expect(problemsOf({ 'src/keys/a.ts': text })).toEqual([]);
  });

  test.each([
    ['by name', "export { find, inside, list } from './a.ts';\n"],
    ['whole', "export * from './desk/index.ts';\n"],
  ])('a reader with three arguments is reported if an index.ts exports it %s', (_, door) => {
    const files = {
      'src/orders/index.ts': door,
      'src/orders/desk/index.ts': "export { find, inside, list } from '../a.ts';\n",
      'src/orders/a.ts':
        'export const list = ({ storage, workspace }: ReadCtx, id: string, limit: number) => storage.read(id, limit);\n' +
        'export const own = (ctx: Ctx, id: string, limit: number) => ctx.storage.read(id, limit);\n' +
        'export const find = (ctx: ReadCtx, { id, limit }: Asked) => ctx.storage.read(id, limit);\n' +
        'export const inside = (db: Db, id: string, limit: number) => db.get(id, limit);\n',
    };
    expect(problemsOf(files)).toEqual([
      'src/orders/a.ts:1 [verbs] list takes 3 arguments; a reader is reader(ctx, input)',
    ]);
  });
});
