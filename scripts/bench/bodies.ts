import { join } from 'node:path';
import { cpuOf, cpuSince } from './cpu.ts';
import { signIn } from './desk.ts';
import { makeShop } from './processes.ts';

/** A body of hostile content; `bytes` is about what it shall have. */
type Make = (bytes: number) => string;

const TIMES = 20;

function filled(head: string, item: (at: number) => string, tail: string): Make {
  return (bytes) => {
    let text = head + item(0);
    for (let at = 1; ; at += 1) {
      const next = `,${item(at)}`;
      if (text.length + next.length + tail.length > bytes) return text + tail;
      text += next;
    }
  };
}

const ITEM = '{"name":"a","quantity":1,"price":1}';
const order = (inside: string): string => `{"date":"2026-03-08T10:00:00Z","products":[${ITEM}],"client":${inside}}`;
/** The same with a client that is taken: `make` within the bound on what a body holds. */
const inClient =
  (make: Make, most: number): Make =>
  (bytes) =>
    order(make(Math.min(bytes - 300, most))).replace('{', `{"requestKey":"${crypto.randomUUID()}",`);

const numbers = filled('{"x":[', () => '1e999', ']}');
const texts = filled('{', (at) => `"text ${at}":"${'\\u0041'.repeat(1_600)}"`, '}');
const keys = filled('{', (at) => `"key ${at}":0`, '}');

/** Each is sent in the size that the route takes. */
const BODIES: Readonly<Record<string, Make>> = {
  'unknown keys': keys,
  'unknown keys that hold objects': filled('{', (at) => `"key ${at}":{}`, '}'),
  'numbers too large, 1e999': filled('[', () => '1e999', ']'),
  'numbers of 20 digits': filled('[', () => '12345678901234567890', ']'),
  'empty objects': filled('[', () => '{}', ']'),
  'empty lists': filled('[', () => '[]', ']'),
  'one key many times': filled('{', () => '"a":0', '}'),
  'one long key': (bytes) => `{"${'k'.repeat(bytes - 20)}":0}`,
  'one long text': (bytes) => `{"a":"${'a'.repeat(bytes - 20)}"}`,
  'text of escapes': (bytes) => `{"a":"${'\\u0041'.repeat(Math.floor(bytes / 6) - 4)}"}`,
  'brackets alone': (bytes) => '['.repeat(bytes),
  'deep and closed': (bytes) => '['.repeat(bytes / 2 - 1) + ']'.repeat(bytes / 2 - 1),
  'wrong products': filled('{"products":[', () => '{"name":1}', ']}'),
  'an order, large numbers inside': inClient(numbers, 59_000),
  'an order, many keys inside': inClient(keys, 120_000),
  'an order, long texts inside': inClient(texts, Number.MAX_SAFE_INTEGER),
  'a file of separators': (bytes) => `{"text":"${';'.repeat(bytes - 20)}"}`,
  'an inquiry, large numbers inside': (bytes) =>
    `{"payload":{${Array.from({ length: 9 }, (_, at) => `"a${at}":[${Array(990).fill('1e999')}]`)}}}${' '.repeat(bytes / 4)}`,
};

interface Target {
  readonly path: string;
  readonly bytes: number;
  readonly headers: Record<string, string>;
}

/** What a body costs, whatever it holds: processor time of the server for each request, of every kind of route. */
export async function benchBodies(dir: string): Promise<void> {
  const shop = makeShop(join(dir, 'bodies'));
  const server = await shop.serve('--environment', 'dev');
  const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const keyed = { ...json, authorization: `Bearer ${shop.key}` };
  try {
    const cookie = await signIn(server.url, shop);
    const me = (await (await fetch(`${server.url}/app/api/me`, { headers: { cookie } })).json()) as {
      data: { workspaces: { id: string }[] };
    };
    const desk = `/app/api/workspaces/${me.data.workspaces[0]?.id}`;
    const targets: Readonly<Record<string, Target>> = {
      create: { path: '/api/v1/orders/create', bytes: 1_048_576, headers: keyed },
      update: { path: '/api/v1/orders/update', bytes: 1_048_576, headers: keyed },
      payment: { path: '/api/v1/orders/payment', bytes: 1_048_576, headers: keyed },
      inquiry: { path: '/api/v1/inquiries', bytes: 262_144, headers: keyed },
      'no key': { path: '/api/v1/orders/create', bytes: 1_048_576, headers: json },
      'desk order': { path: `${desk}/orders`, bytes: 1_048_576, headers: { ...json, cookie } },
      'products file': { path: `${desk}/stock/import/check`, bytes: 1_000_000, headers: { ...json, cookie } },
      account: { path: '/app/api/account', bytes: 262_144, headers: { ...json, cookie } },
      'sign-in': { path: '/app/api/sign-in', bytes: 8_192, headers: json },
    };
    let worst = { ms: 0, what: '' };
    for (const [kind, make] of Object.entries(BODIES)) {
      const line: string[] = [];
      for (const [route, target] of Object.entries(targets)) {
        const ms = await measure(server, target, make);
        if (ms > worst.ms) worst = { ms, what: `${kind}, ${route}` };
        line.push(`${route} ${ms.toFixed(1)}`);
      }
      process.stdout.write(`${kind.padEnd(34)} ${line.join('  ')}\n`);
    }
    process.stdout.write(`worst: ${worst.ms.toFixed(1)} ms of processor time: ${worst.what}\n`);
  } finally {
    await server.stop();
  }
}

async function measure(
  { url, pid }: { readonly url: string; readonly pid: number },
  { path, bytes, headers }: Target,
  make: Make,
): Promise<number> {
  const bodies = Array.from({ length: TIMES }, () => make(bytes));
  const before = cpuOf(pid);
  for (const body of bodies) {
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body });
    await response.arrayBuffer();
    if (response.status >= 500) throw new Error(`${path} was answered with ${response.status}`);
  }
  const { userMs, systemMs } = cpuSince(before, pid);
  return (userMs + systemMs) / TIMES;
}
