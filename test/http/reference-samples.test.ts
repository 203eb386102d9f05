import { beforeAll, expect, test } from 'bun:test';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { samplesOf } from '../../src/http/docs/samples/index.ts';
import { openShop, type Shop } from '../support/docket.ts';
import { plainText } from '../support/plain-text.ts';
import { runProgram } from '../support/run-program.ts';
import { shared } from '../support/shared.ts';
import { tempDir } from '../support/temp-file.ts';
import { lacksTool, testUnless } from '../support/tools.ts';

const BASE = 'https://docket.example.com';
const ROOT = resolve(import.meta.dir, '../..');
/** The operations follow the order of a shop's day. */
const OPERATIONS = [
  'createOrder',
  'getOrder',
  'listOrders',
  'updateOrder',
  'changeOrderStatus',
  'recordPayment',
  'listChanges',
  'createInquiry',
  'deleteOrder',
];
const LANGUAGES = [
  { id: 'curl', tool: 'curl', file: 'call.sh', command: ['sh'] },
  { id: 'typescript', tool: process.execPath, file: 'call.mts', command: [process.execPath] },
  { id: 'python', tool: 'python3', file: 'call.py', command: ['python3'] },
  { id: 'php', tool: 'php', file: 'call.php', command: ['php'] },
] as const;

const folder = shared(tempDir);
let html: string;
beforeAll(async () => {
  await using shop = await openShop();
  html = await (await fetch(`${shop.url}/docs`)).text();
});

/** The text of a sample, as its button copies it. */
function shown(operation: string, language: string): string {
  const [, text] = new RegExp(`<pre id="${operation}-${language}">([^<]*)</pre>`).exec(html) ?? [];
  if (text === undefined) throw new Error(`the reference shows no ${language} for ${operation}`);
  return plainText(text);
}

interface SampleRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | null>>;
  readonly body: unknown;
}

function startRecorder(shop: Shop) {
  const asked: SampleRequest[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const text = await request.text();
      const headers = ['authorization', 'content-type', 'idempotency-key'].map((name) => [
        name,
        request.headers.get(name),
      ]);
      const body = text === '' ? null : JSON.parse(text);
      asked.push({ method: request.method, path: pathname + search, headers: Object.fromEntries(headers), body });
      const answer = await fetch(`${shop.url}${pathname}${search}`, {
        method: request.method,
        headers: request.headers,
        ...(text === '' ? {} : { body: text }),
      });
      return new Response(await answer.text(), {
        status: answer.status,
        headers: { 'content-type': 'application/json' },
      });
    },
  });
  return { asked, url: `http://127.0.0.1:${server.port}`, [Symbol.dispose]: () => void server.stop(true) };
}

function run({ file, command }: (typeof LANGUAGES)[number], code: string, variables: Record<string, string>) {
  const path = join(folder.path, file);
  writeFileSync(path, code);
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...variables };
  return runProgram([...command, path], { cwd: folder.path, env });
}

/**
 * The data in a sample's output. curl prints the whole answer with its head, the other languages print only the data.
 */
function dataIn(language: string, stdout: string) {
  return language === 'curl' ? JSON.parse(stdout.split('\r\n\r\n').at(-1) ?? '').data : JSON.parse(stdout);
}

test('these tests cover every call in the reference', () => {
  const called = [...html.matchAll(/<pre id="(\w+)-curl">/g)].map(([, operation = '']) => operation);
  expect(called.toSorted()).toEqual(OPERATIONS.toSorted());
});

const wanted = new Map<string, SampleRequest>();

for (const language of LANGUAGES) {
  testUnless(
    lacksTool(language.tool),
    `each call in ${language.id} works as described, with the same request as in all languages`,
    async () => {
      await using shop = await openShop(['--environment', 'dev']);
      using recorder = startRecorder(shop);
      let id = 'none yet';
      for (const operation of OPERATIONS) {
        const code = shown(operation, language.id).replaceAll(BASE, recorder.url);
        const variables = { DOCKET_KEY: shop.key, ID: id, IDEMPOTENCY_KEY: `a key of ${operation}` };
        const ran = await run(language, code, variables);
        expect({ operation, ...ran }).toMatchObject({
          operation,
          status: 0,
          stderr: language.id === 'curl' ? expect.any(String) : '',
        });
        const data = dataIn(language.id, ran.stdout);
        if (operation === 'createOrder') ({ id } = data);
        const [asked] = recorder.asked.splice(0);
        const same = JSON.parse(JSON.stringify(asked).replaceAll(id, '$ID').replaceAll(shop.key, '$DOCKET_KEY'));
        expect(asked?.headers['authorization']).toBe(`Bearer ${shop.key}`);
        expect([operation, wanted.get(operation) ?? same]).toEqual([operation, same]);
        wanted.set(operation, same);
      }
      if (language.id === 'curl') return;
      const refused = await run(language, shown('getOrder', language.id).replaceAll(BASE, shop.url), {
        DOCKET_KEY: shop.key,
        ID: id,
      });
      expect(refused.status).not.toBe(0);
      expect(refused.stderr + refused.stdout).toContain('order_not_found');
    },
  );
}

for (const language of LANGUAGES) {
  testUnless(
    lacksTool(language.tool),
    `a call in ${language.id} is quoted correctly, whatever its example contains`,
    async () => {
      const name = `it's "$HOME" \`id\` \\ \u0000 \n ${'$'}{x} {x} %s \\" 🌷`;
      const others = {
        'a b': [null, true, false, [], 1.5, 'x'.repeat(90), { x: name, 'y-z': null }],
        empty: {},
        none: [],
      };
      const example = { name, id: '0199f0c2-8a10-7000-9f3b-1c2d3e4f5a6b', ...others };
      const parameters = [{ name: 'Idempotency-Key', in: 'header' }] as const;
      const requestBody = { content: { 'application/json': { schema: {}, example } } };
      const operation = {
        operationId: 'x',
        tags: [],
        summary: '',
        description: '',
        responses: {},
        parameters,
        requestBody,
      };
      const got: { path: string; key: string | null; body: unknown }[] = [];
      const server = Bun.serve({
        port: 0,
        hostname: '127.0.0.1',
        async fetch(request) {
          const { pathname } = new URL(request.url);
          got.push({ path: pathname, key: request.headers.get('idempotency-key'), body: await request.json() });
          return Response.json({ ok: true, code: 'ok', data: {} });
        },
      });
      const sample = samplesOf({ method: 'post', path: '/orders/{id}', operation }).find(
        ({ id }) => id === language.id,
      );
      const code = (sample?.code ?? '').replaceAll(BASE, `http://127.0.0.1:${server.port}`);
      const ran = await run(language, code, { DOCKET_KEY: 'dk', ID: '7', IDEMPOTENCY_KEY: 'k 1' });
      await server.stop(true);
      expect(ran.status).toBe(0);
      expect(got).toEqual([{ path: '/orders/7', key: 'k 1', body: { ...example, id: '7' } }]);
    },
  );
}

test('each TypeScript call compiles under the compiler’s strictest options', async () => {
  const project = join(folder.path, 'strict');
  mkdirSync(project);
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
  for (const operation of OPERATIONS) writeFileSync(join(project, `${operation}.mts`), shown(operation, 'typescript'));
  const strict = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
  };
  const compilerOptions = { ...strict, noEmit: true, module: 'nodenext', target: 'esnext', types: ['bun-types'] };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }));
  const { stdout, status } = await runProgram([join(ROOT, 'node_modules/.bin/tsc'), '-p', project]);
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
});
