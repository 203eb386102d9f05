import { join } from 'node:path';
import { run } from './load.ts';
import { createRequest } from './orders.ts';
import { makeShop } from './processes.ts';

const ORDERS = 100_000;
const CONNECTIONS = 32;
/** Each question is asked so often; the slowest of them is shown too, for it is what somebody waits for. */
const TIMES = 15;

const QUESTIONS: Readonly<Record<string, string>> = {
  'newest first': 'orders',
  'by name': 'orders?filter=q%3Dиванова',
  'by name, found nowhere': 'orders?filter=q%3Dнектонет',
  'by phone': 'orders?filter=q%3D%2B7+912+345',
  'by status': 'orders?filter=status%3Dstatus-closed',
  'by payment and platform': 'orders?filter=payment%3Dpaid%26platform%3Dtill',
  'by period and name': 'orders?filter=from%3D2026-01-01%26to%3D2026-12-31%26q%3Dнектонет',
  'one day': 'orders/day?filter=from%3D2026-03-08%26to%3D2026-03-08',
  board: 'orders/board',
  'choices and counts': 'orders/choices',
};

/** How long the orders page waits for its data with 100,000 orders: milliseconds, one question after the other. */
export async function benchDesk(dir: string): Promise<void> {
  const shop = makeShop(join(dir, 'desk'));
  const server = await shop.serve();
  try {
    await run({ requests: ORDERS, next: () => createRequest(shop.key), url: server.url, connections: CONNECTIONS });
    const { cookie, base } = await enterDesk(server.url, shop);
    for (const [what, path] of Object.entries(QUESTIONS)) {
      const took: number[] = [];
      for (let time = 0; time < TIMES; time += 1) {
        const started = performance.now();
        const response = await fetch(`${base}/${path}`, { headers: { cookie } });
        await response.text();
        if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}`);
        took.push(performance.now() - started);
      }
      took.sort((a, b) => a - b);
      const [median, slowest] = [took[Math.floor(TIMES / 2)] ?? 0, took.at(-1) ?? 0];
      process.stdout.write(`desk: ${what.padEnd(26)} ${median.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms\n`);
    }
  } finally {
    await server.stop();
  }
}

interface Me {
  readonly data: { readonly workspaces: readonly { readonly id: string }[] };
}

/** Signs the owner in. @returns where the workspace's data are asked for */
export async function enterDesk(url: string, shop: Parameters<typeof signIn>[1]) {
  const cookie = await signIn(url, shop);
  const { data } = (await (await fetch(`${url}/app/api/me`, { headers: { cookie } })).json()) as Me;
  return { cookie, base: `${url}/app/api/workspaces/${data.workspaces[0]?.id}` };
}

export async function signIn(
  url: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<string> {
  const response = await fetch(`${url}/app/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email, password, remember: false }),
  });
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}
