/**
 * Receives the webhooks of a thousand shops. /good answers at once, /slow answers after two seconds, and /dead never
 * answers. A GET returns the delays of the events that reached /good since the last GET, in milliseconds by shop.
 */
const SLOW_MS = 2_000;
let delaysMs: Record<string, number[]> = {};

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  development: false,
  idleTimeout: 0,
  async fetch(request) {
    if (request.method === 'GET') {
      const answer = Response.json(delaysMs);
      delaysMs = {};
      return answer;
    }
    const { occurredAt } = (await request.json()) as { occurredAt: string };
    const [, kind, shop = ''] = new URL(request.url).pathname.split('/');
    if (kind === 'dead') return new Promise<Response>(() => undefined);
    if (kind === 'slow') await Bun.sleep(SLOW_MS);
    else {
      const ofShop = delaysMs[shop] ?? [];
      delaysMs[shop] = ofShop;
      ofShop.push(Date.now() - Date.parse(occurredAt));
    }
    return new Response('ok');
  },
});
process.stdout.write(`ready at http://127.0.0.1:${server.port}\n`);

export {};
