import { expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { cleanEnv } from '../support/run-program.ts';

const ROOT = resolve(import.meta.dir, '../..');
const SCRIPT = join(ROOT, 'scripts/receiver.ts');

const secretOf = (key: Buffer): string => `whsec_${key.toString('base64')}`;
const KEY = Buffer.from(Array.from({ length: 32 }, (_, at) => at));
const OTHER_KEY = Buffer.alloc(32, 7);
const SECRET = secretOf(KEY);

const ID = '019a5b6e-7a10-7c3f-9d0e-3f1f5f0d7e11';
const BODY = JSON.stringify({
  id: ID,
  type: 'order.status.changed',
  occurredAt: '2026-03-08T07:00:00.000Z',
  data: {
    orderId: '019a5b6e-0000-7000-8000-000000000001',
    orderNumber: 'Ёж-17 🌷',
    status: { id: 's', name: 'В работе' },
  },
});

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** Signs by hand, so that the receiver's library is not checked against itself (Standard Webhooks 1.0.0). */
function sign(key: Buffer, id: string, timestamp: number, body: string): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

interface SentParts {
  readonly id?: string;
  readonly timestamp?: number;
  readonly signature?: string;
  readonly body?: string;
}

/** Signs an event and sends it. Before sending, values in `sent` replace the correct ones. */
async function send(url: string, sent: SentParts = {}, signed: { timestamp?: number } = {}): Promise<number> {
  const timestamp = signed.timestamp ?? nowSeconds();
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Docket/0.1.0',
      'webhook-id': sent.id ?? ID,
      'webhook-timestamp': String(sent.timestamp ?? timestamp),
      'webhook-signature': sent.signature ?? sign(KEY, ID, timestamp, BODY),
    },
    body: sent.body ?? BODY,
  });
  return answer.status;
}

interface Receiver {
  readonly url: string;
  line(): Promise<string>;
  kill(signal: 'SIGTERM' | 'SIGINT'): void;
  readonly exited: Promise<number>;
  [Symbol.asyncDispose](): Promise<void>;
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
}

async function receiver(args: readonly string[], variables: Record<string, string> = {}): Promise<Receiver> {
  const child = Bun.spawn([process.execPath, SCRIPT, '--port', '0', ...args], {
    cwd: tmpdir(),
    env: cleanEnv(variables),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const lines = linesOf(child.stdout);
  const line = async (): Promise<string> => {
    const { value } = await lines.next();
    if (typeof value !== 'string') throw new Error('the receiver has ended');
    return value;
  };
  const url = /^listening on (http:\/\/127\.0\.0\.1:[1-9]\d*\/)$/.exec(await line())?.[1] ?? '';
  return {
    url,
    line,
    kill: (signal) => child.kill(signal),
    exited: child.exited,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

test('a valid event is answered 200 and printed in one line, marked "again" when it repeats', async () => {
  await using shop = await receiver(['--secret', SECRET]);
  expect(await send(shop.url)).toBe(200);
  expect(await shop.line()).toMatch(
    new RegExp(`^\\d\\d:\\d\\d:\\d\\d verified order\\.status\\.changed order Ёж-17 🌷 ${ID} -> 200$`),
  );
  expect(await send(shop.url)).toBe(200);
  expect(await shop.line()).toEndWith(` verified order.status.changed order Ёж-17 🌷 ${ID} again -> 200`);
});

test('a tampered request is answered 401, and the printed line says what is wrong with the request', async () => {
  await using shop = await receiver(['--secret', SECRET]);
  const now = nowSeconds();
  const cases: readonly (readonly [SentParts, string])[] = [
    [{ body: BODY.replace('Ёж', 'Еж') }, 'signature differs'],
    [{ body: `${BODY} ` }, 'signature differs'],
    [{ id: ID.replace('0', '1') }, "webhook-id is not the body's id"],
    [{ timestamp: now - 1 }, 'signature differs'],
    [{ timestamp: now - 4_000 }, 'timestamp too old: 40'],
    [{ timestamp: now + 400 }, 'timestamp too new: '],
    [{ timestamp: Number.NaN }, 'timestamp is not a number'],
    [{ signature: sign(OTHER_KEY, ID, now, BODY) }, 'signature differs'],
    [{ signature: sign(KEY, ID, now, BODY).slice(0, -3) }, 'signature differs'],
    [{ signature: sign(KEY, ID, now, BODY).replace('v1', 'v2') }, 'signature has no v1'],
    [{ signature: 'rubbish' }, 'signature has no v1'],
    [{ signature: '' }, 'no webhook-signature)'],
    [{ id: '' }, 'no webhook-id)'],
  ];
  for (const [sent, fault] of cases) {
    expect([fault, await send(shop.url, sent, { timestamp: now })]).toEqual([fault, 401]);
    expect(await shop.line()).toContain(` NOT VERIFIED (${fault}`);
  }
  expect(await send(shop.url)).toBe(200);
  expect(await shop.line()).toEndWith(`${ID} -> 200`);
});

test('an event with two signatures is verified by either of them', async () => {
  await using shop = await receiver(['--secret', SECRET]);
  const now = nowSeconds();
  const [ours, others] = [sign(KEY, ID, now, BODY), sign(OTHER_KEY, ID, now, BODY)];
  for (const signature of [`${ours} ${others}`, `${others} ${ours}`]) {
    expect(await send(shop.url, { signature, timestamp: now })).toBe(200);
  }
  expect(await send(shop.url, { signature: `${others} ${others}`, timestamp: now })).toBe(401);
});

test('the receiver without a secret prints the command to run and leaves events unverified', async () => {
  await using shop = await receiver([]);
  expect(await shop.line()).toContain('docket serve --allow-private-webhooks');
  expect(await shop.line()).toBe(`  docket webhook add --allow-private-webhooks --url ${shop.url} --events all`);
  expect(await shop.line()).toContain('start again');
  expect(await shop.line()).toStartWith('  ./scripts/receiver --port ');
  expect(await send(shop.url)).toBe(401);
  expect(await shop.line()).toMatch(/^\S+ unverified order\.status\.changed .* -> 401$/);
});

test('the secret can come from DOCKET_WEBHOOK_SECRET, but the flag takes precedence', async () => {
  await using named = await receiver([], { DOCKET_WEBHOOK_SECRET: SECRET });
  expect(await send(named.url)).toBe(200);
  await using beaten = await receiver(['--secret', SECRET], { DOCKET_WEBHOOK_SECRET: secretOf(OTHER_KEY) });
  expect(await send(beaten.url)).toBe(200);
});

test('--status and --fail-every change the receiver’s answers', async () => {
  await using shop = await receiver(['--secret', SECRET, '--status', '202', '--fail-every', '3']);
  const answers: number[] = [];
  for (let sent = 0; sent < 6; sent += 1) answers.push(await send(shop.url));
  expect(answers).toEqual([202, 202, 500, 202, 202, 500]);
  expect(await send(shop.url, { body: '{}' })).toBe(401);
});

test('a receiver with --hang never answers, and a signal stops it at once', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    await using shop = await receiver(['--secret', SECRET, '--hang']);
    const answer = send(shop.url).catch(() => 'no answer');
    expect(await shop.line()).toEndWith(' -> no answer');
    shop.kill(signal);
    expect(await answer).toBe('no answer');
    expect(await shop.exited).toBe(0);
  }
});

test('control characters in a sender’s text never reach the terminal', async () => {
  await using shop = await receiver(['--secret', SECRET]);
  await send(shop.url, { body: JSON.stringify({ type: '\u001b[2J\nforged', data: { orderNumber: 'x'.repeat(500) } }) });
  expect(await shop.line()).toEndWith(` ?[2J?forged order ${'x'.repeat(80)} ${ID} -> 401`);
});

test.each([
  [['--port', 'x'], '--port'],
  [['--port', '65536'], '--port'],
  [['--port', '-1'], '--port'],
  [['--status', '99'], '--status'],
  [['--fail-every', '0'], '--fail-every'],
  [['--secret', `v1,${SECRET}`], '--secret'],
  [['--secret', 'whsec_c2hvcnQ='], '--secret'],
  [['--nope'], '--nope'],
  [['word'], 'word'],
])('the receiver with %p exits with status 2 and prints one line', (args, named) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, SCRIPT, ...args], {
    cwd: tmpdir(),
    env: cleanEnv(),
  });
  expect([exitCode, stdout.toString()]).toEqual([2, '']);
  expect(stderr.toString()).toMatch(/^receiver: [^\n]+\n$/);
  expect(stderr.toString()).toContain(named);
});

test('the receiver exits with status 1 and prints one line if its port is in use', async () => {
  await using shop = await receiver([]);
  const port = new URL(shop.url).port;
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, SCRIPT, '--port', port], {
    cwd: tmpdir(),
    env: cleanEnv(),
  });
  expect(exitCode).toBe(1);
  expect(stderr.toString()).toMatch(/^receiver: [^\n]*port[^\n]*\n$/);
});

test('each receiver in the guide has at most twelve lines', () => {
  const guide = readFileSync(join(ROOT, 'src/manual/receivers.md'), 'utf8');
  const blocks = [...guide.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, code = '']) => ({
    language,
    lines: code.trimEnd().split('\n').length,
  }));
  expect(blocks.map((block) => block.language)).toEqual(expect.arrayContaining(['ts', 'python', 'php', 'go']));
  expect(blocks.filter((block) => block.lines > 12)).toEqual([]);
});
