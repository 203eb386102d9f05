/** A webhook receiver for a first try on one machine: prints a line for each request and keeps nothing. */

import { parseArgs } from 'node:util';
import { Webhook } from 'standardwebhooks';

const USAGE = `Usage: ./scripts/receiver [--secret whsec_...] [--port 3000] [--status 200] [--fail-every N] [--hang]
  --secret      the endpoint's signing secret (env DOCKET_WEBHOOK_SECRET)
  --port        0: any free one
  --status      what a verified event is answered; the others always get 401
  --fail-every  every Nth request is answered 500
  --hang        nothing is answered at all
`;

interface Settings {
  readonly secret: string | undefined;
  readonly port: number;
  readonly status: number;
  readonly failEvery: number;
  readonly hang: boolean;
}

interface Arrival {
  readonly headers: Headers;
  readonly body: Buffer;
}

function readNumber(flag: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new Error(`--${flag}: "${text}" is not a whole number from ${least} to ${most}`);
}

/**
 * Returns the secret if it encodes 24 to 64 bytes (Standard Webhooks 1.0.0, "Signature scheme").
 * @throws Error if it is malformed or has another length
 */
function checkSecret(secret: string): string {
  const encoded = /^whsec_((?:[A-Za-z0-9+/]{4})+|(?:[A-Za-z0-9+/]{4})*[A-Za-z0-9+/]{2,3}={1,2})$/.exec(secret)?.[1];
  const bytes = Buffer.from(encoded ?? '', 'base64').length;
  if (bytes >= 24 && bytes <= 64) return secret;
  throw new Error('--secret: it must be whole, whsec_ and base64, as docket webhook add has shown it');
}

/**
 * @returns undefined if help was asked for
 * @throws Error whose first line names the wrong flag
 */
function readSettings(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Settings | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      secret: { type: 'string' },
      port: { type: 'string', default: '3000' },
      status: { type: 'string', default: '200' },
      'fail-every': { type: 'string' },
      hang: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const variable = env['DOCKET_WEBHOOK_SECRET'];
  const secret = values.secret ?? (variable === '' ? undefined : variable);
  const failEvery = values['fail-every'];
  return {
    secret: secret === undefined ? undefined : checkSecret(secret),
    port: readNumber('port', values.port, 0, 65_535),
    status: readNumber('status', values.status, 200, 599),
    failEvery: failEvery === undefined ? 0 : readNumber('fail-every', failEvery, 1, 1_000_000),
    hang: values.hang,
  };
}

/** Makes text from outside safe for a terminal: no control characters, and at most 80 characters. */
const printable = (value: unknown): string =>
  (typeof value === 'string' ? value : '').replaceAll(/\p{Cc}/gu, '?').slice(0, 80) || '-';

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;

function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

type Verdict = 'verified' | 'unverified' | `NOT VERIFIED (${string})`;

/**
 * Finds why a signature is invalid, in more detail than the library does.
 * @returns the fault; undefined if the signature is valid
 */
function findFault({ headers, body }: Arrival, secret: string, nowMs: number): string | undefined {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const missing = names.filter((name) => !headers.get(name));
  if (missing.length > 0) return `no ${missing.join(', ')}`;
  const stamp = headers.get('webhook-timestamp') ?? '';
  if (!/^\d+$/.test(stamp)) return 'timestamp is not a number of seconds';
  try {
    new Webhook(secret).verify(body, headers.toJSON(), { jsonParse: false });
    return undefined;
  } catch (error) {
    const ageSeconds = Math.floor(nowMs / 1000) - Number(stamp);
    const words = error instanceof Error ? error.message : '';
    if (words.includes('too old')) return `timestamp too old: ${ageSeconds} s ago`;
    if (words.includes('too new')) return `timestamp too new: ${-ageSeconds} s ahead`;
    if (!/(?:^| )v1,/.test(headers.get('webhook-signature') ?? '')) return 'signature has no v1 in it';
    const id = member(parseBody(body), 'id');
    if (typeof id === 'string' && id !== headers.get('webhook-id')) return "webhook-id is not the body's id";
    return 'signature differs: another secret, or a changed body, id or timestamp';
  }
}

function judge(arrived: Arrival, secret: string | undefined, nowMs: number): Verdict {
  if (secret === undefined) return 'unverified';
  const fault = findFault(arrived, secret, nowMs);
  return fault === undefined ? 'verified' : `NOT VERIFIED (${fault})`;
}

function describe({ headers, body }: Arrival): string {
  const event = parseBody(body);
  const order = member(member(event, 'data'), 'orderNumber');
  return `${printable(member(event, 'type'))} order ${printable(order)} ${printable(headers.get('webhook-id'))}`;
}

function createReceiver({ secret, status, failEvery, hang }: Settings): (request: Request) => Promise<Response> {
  const seen = new Set<string>();
  let requests = 0;

  function isAgain(id: string | null): boolean {
    if (id === null) return false;
    const again = seen.has(id);
    seen.add(id);
    return again;
  }

  return async (request) => {
    const arrived = { headers: request.headers, body: Buffer.from(await request.arrayBuffer()) };
    requests += 1;
    const now = new Date();
    const verdict = judge(arrived, secret, now.getTime());
    // A forged request must not make the real event look like a repeat.
    const forged = verdict !== 'verified' && verdict !== 'unverified';
    const again = !forged && isAgain(request.headers.get('webhook-id')) ? ' again' : '';
    const failed = failEvery > 0 && requests % failEvery === 0;
    const answer = failed ? 500 : verdict === 'verified' ? status : 401;
    const told = `${now.toTimeString().slice(0, 8)} ${verdict} ${describe(arrived)}${again}`;
    process.stdout.write(`${told} -> ${hang ? 'no answer' : answer}\n`);
    return hang ? new Promise<never>(() => {}) : new Response(null, { status: answer });
  };
}

/** @throws Error from Bun if the port is taken */
function listen(settings: Settings): void {
  // Bun would close a silent connection after 10 s. With --hang it must stay open for the 15 s that Docket waits.
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: settings.port,
    idleTimeout: 0,
    fetch: createReceiver(settings),
  });
  const url = `http://127.0.0.1:${server.port}/`;
  process.stdout.write(`listening on ${url}\n`);
  if (settings.secret !== undefined) return;
  process.stdout.write(`no secret yet: what comes stays unverified and is answered 401. Beside docket serve --allow-private-webhooks run
  docket webhook add --allow-private-webhooks --url ${url} --events all
then start again with the secret that it shows:
  ./scripts/receiver --port ${server.port} --secret whsec_...
`);
}

function fail(error: unknown, status: number): never {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  process.stderr.write(`receiver: ${line}\n`);
  process.exit(status);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));
let settings: Settings | undefined;
try {
  settings = readSettings(process.argv.slice(2), process.env);
} catch (error) {
  fail(error, 2);
}
if (settings === undefined) {
  process.stdout.write(USAGE);
} else {
  try {
    listen(settings);
  } catch (error) {
    fail(error, 1);
  }
}
