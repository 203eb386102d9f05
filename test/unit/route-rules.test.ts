import { describe, expect, test } from 'bun:test';
import { checkRoutes } from '../../scripts/route-rules.ts';
import { sourceOf } from '../../scripts/source.ts';

const ROUTES = 'src/dashboard/orders/routes.ts';
const problemsIn = (path: string, ...lines: string[]): string[] =>
  checkRoutes(sourceOf(path, `import { Elysia } from 'elysia';\n${lines.join('\n')}\n`));

describe('every route says what it answers', () => {
  test.each([
    ['one without options', "app.get('/a', () => 1);"],
    ['one with options that do not say it', 'app.post(`${BASE}/a`, handler, { body: Body, query: Query });'],
    ['one whose handler alone speaks of it', "app.get('/a', () => ({ response: 1 }), { query: Query });"],
    ['one over several lines', 'app.patch(\n  BASE,\n  async ({ a, b }) => f(a, b),\n  { admit: WHO },\n);'],
    ['one that names its method', "app.route('GET', '/a', handler, { detail });"],
  ])('%s is told, on either side', (_, line) => {
    for (const path of [ROUTES, 'src/http/orders/routes.ts', 'src/http/server.ts']) {
      expect(problemsIn(path, '', line)).toEqual([
        `${path}:3 [answers] a route without a \`response\`; declare its model`,
      ]);
    }
  });

  test('one that says it passes, and so does what is no route', () => {
    const lines = [
      "app.get('/a', () => 1, { response: Answer }).post(BASE, async ({ body }) => verb(ctx, body), {",
      '  admit: { who: "owner" },',
      '  response: Done,',
      '});',
      "const agent = request.headers.get('user-agent');",
      'const count = counts.get(key(a, b)) ?? 0;',
    ];
    expect(problemsIn(ROUTES, ...lines)).toEqual([]);
    expect(problemsIn('src/dashboard/client/data/api.ts', "app.get('/a', () => 1);")).toEqual([]);
    expect(checkRoutes(sourceOf(ROUTES, "things.get('a', () => 1);\n"))).toEqual([]);
  });
});

describe('a handler', () => {
  test.each(['storage.write((tx) => writeAudit(tx, entry));', 'deps.storage.write<void>(note);'])(
    'writes nothing by itself: %s',
    (line) => {
      for (const path of [ROUTES, 'src/dashboard/make-once.ts', 'src/http/key-use.ts']) {
        expect(problemsIn(path, line)).toEqual([`${path}:2 [handlers] a write; call a verb that opens it`]);
      }
    },
  );

  test.each(['const nowMs = deps.world.clock.now();', 'const since = clock.monotonic();'])(
    'reads no clock in a file of routes: %s',
    (line) => {
      for (const path of [ROUTES, 'src/dashboard/settings/mail-routes.ts', 'src/http/health/routes.ts']) {
        const [problem = '', ...others] = problemsIn(path, line);
        expect(others).toEqual([]);
        expect(problem).toStartWith(`${path}:2 [handlers] a clock`);
      }
      expect(problemsIn('src/dashboard/context.ts', line)).toEqual([]);
    },
  );
});
