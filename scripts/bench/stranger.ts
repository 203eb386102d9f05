/**
 * What the desk is measured beside in `bun run bench strangers`: somebody without an account, on 50 connections, one request under
 * way on each, until the process is ended. Usage: stranger.ts URL KIND KEY; prints `ready at URL`.
 */
const [url = '', kind = '', key = ''] = process.argv.slice(2);
const CONNECTIONS = 50;
const LARGE = 880_000;

const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
const unknownKeys = `{${Array.from({ length: 60_000 }, (_, at) => `"key ${at}":0`).join(',')}}`.slice(0, LARGE);
const guess = JSON.stringify({ email: 'owner@example.com', password: 'wrong', remember: false });

interface Attack {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string | undefined;
  readonly chunked?: true;
}

const ATTACKS: Readonly<Record<string, Attack>> = {
  'large sign-in': { path: '/app/api/sign-in', headers: json, body: unknownKeys },
  'large sign-in, chunked': { path: '/app/api/sign-in', headers: json, body: unknownKeys, chunked: true },
  'large set-up check': { path: '/app/api/setup/check', headers: json, body: unknownKeys },
  'wrong passwords': { path: '/app/api/sign-in', headers: json, body: guess },
  'no key, large body': { path: '/api/v1/orders/create', headers: json, body: unknownKeys },
  'unknown key': { path: '/api/v1/orders', headers: { authorization: 'Bearer unknown' } },
  'revoked key': { path: '/api/v1/orders', headers: { authorization: `Bearer ${key}` } },
  'challenges of passkeys': { path: '/app/api/passkeys/sign-in/begin', headers: json, body: '{}' },
};

const attack = ATTACKS[kind];
if (attack === undefined) throw new Error(`no attack ${kind}`);
const { path, headers, body, chunked } = attack;

const bodyOf = () => (chunked === true ? new Blob([body ?? '']).stream() : body);

async function goOn(): Promise<never> {
  for (;;) {
    try {
      const init = body === undefined ? { headers } : { method: 'POST', headers, body: bodyOf() };
      await (await fetch(`${url}${path}`, init)).arrayBuffer();
    } catch {
      // The server may close the connection while it is sent to.
    }
  }
}

process.stdout.write(`ready at ${url}\n`);
await Promise.all(Array.from({ length: CONNECTIONS }, goOn));

export {};
