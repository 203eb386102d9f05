import { setPriority } from 'node:os';

/**
 * Attacks a server while `bun run bench strangers` measures a shop. The attacker has no account, or one in another
 * workspace than the shop's. The attack continues until the process is ended, on several connections with one request
 * under way on each. Usage: stranger.ts URL KIND CREDENTIAL BASE; prints `ready at URL`. CREDENTIAL is a revoked API
 * key or a cookie. BASE is the base URL of the attacker's own workspace.
 */
const [url = '', kind = '', credential = '', base = ''] = process.argv.slice(2);
const CONNECTIONS = 50;
const FEWER = 40;
const LARGE = 880_000;
const IMPORTED_ROWS = 5_000;

const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
const own = { ...json, cookie: credential };
const unknownKeys = `{${Array.from({ length: 60_000 }, (_, at) => `"key ${at}":0`).join(',')}}`.slice(0, LARGE);
const guess = JSON.stringify({ email: 'owner@example.com', password: 'wrong', remember: false });

const table = (): string =>
  ['Number;Date;Item;Price']
    .concat(Array.from({ length: IMPORTED_ROWS }, (_, at) => `N-${at};2026-03-08;Bouquet of roses ${at};1500.50`))
    .join('\r\n');

interface Attack {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string | undefined;
  readonly chunked?: true;
  readonly connections?: number;
}

export const ATTACKS: Readonly<Record<string, () => Attack>> = {
  'large sign-in': () => ({ path: '/app/api/sign-in', headers: json, body: unknownKeys }),
  'large sign-in, chunked': () => ({ path: '/app/api/sign-in', headers: json, body: unknownKeys, chunked: true }),
  'large set-up check': () => ({ path: '/app/api/setup/check', headers: json, body: unknownKeys }),
  'wrong passwords': () => ({ path: '/app/api/sign-in', headers: json, body: guess }),
  'no key, large body': () => ({ path: '/api/v1/orders/create', headers: json, body: unknownKeys }),
  'unknown key': () => ({ path: '/api/v1/orders', headers: { authorization: 'Bearer unknown' } }),
  'revoked key': () => ({ path: '/api/v1/orders', headers: { authorization: `Bearer ${credential}` } }),
  'challenges of passkeys': () => ({ path: '/app/api/passkeys/sign-in/begin', headers: json, body: '{}' }),
  'search of the manual': () => ({ path: '/docs/manual/search?q=backup', headers: {}, connections: FEWER }),
  'who am I': () => ({ path: '/app/api/me', headers: {}, connections: FEWER }),
  'unknown session': () => ({ path: `${base}/orders`, headers: { cookie: 'docket=x' }, connections: FEWER }),
  'no such path': () => ({ path: '/nowhere', headers: {}, connections: FEWER }),
  'the reference': () => ({ path: '/docs/json', headers: {}, connections: FEWER }),
  '24 exports': () => ({ path: `${base}/orders/export`, headers: own, connections: 24 }),
  '24 overviews': () => ({ path: `${base}/overview?days=90`, headers: own, connections: 24 }),
  '24 searches': () => ({ path: `${base}/orders?filter=q%3Dnobodyhere`, headers: own, connections: 24 }),
  '24 days': () => ({
    path: `${base}/orders/day?filter=from%3D2026-03-08%26to%3D2026-03-08`,
    headers: own,
    connections: 24,
  }),
  '8 imports': () => ({
    path: `${base}/orders/import?dryRun=1`,
    headers: { ...own, 'content-type': 'text/csv' },
    body: table(),
    connections: 8,
  }),
  '8 stock imports': () => ({
    path: `${base}/stock/import?dryRun=1`,
    headers: { ...own, 'content-type': 'text/csv' },
    body: ['id;name;sku;quantity', ...Array.from({ length: 5_000 }, (_, at) => `p-${at};Rose ${at};s-${at};5`)].join(
      '\n',
    ),
    connections: 8,
  }),
};

async function goOn({ path, headers, body, chunked }: Attack): Promise<never> {
  const bodyOf = () => (chunked === true ? new Blob([body ?? '']).stream() : body);
  for (;;) {
    try {
      const init = body === undefined ? { headers } : { method: 'POST', headers, body: bodyOf() };
      const answer = await fetch(new URL(path, url), init);
      for await (const _ of answer.body ?? []);
    } catch {
      // The server may close the connection while a request is being sent.
    }
  }
}

if (import.meta.main) {
  // Real attackers have machines of their own. Here the attacker uses only the processor time that the server and the
  // measuring process leave unused.
  setPriority(19);
  const attack = ATTACKS[kind]?.();
  if (attack === undefined) throw new Error(`no attack ${kind}`);
  process.stdout.write(`ready at ${url}\n`);
  await Promise.all(Array.from({ length: attack.connections ?? CONNECTIONS }, () => goOn(attack)));
}
