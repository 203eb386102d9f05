/**
 * The receiver of webhooks in the bench. It reads the raw body, verifies the signature, answers 200 and counts the
 * delivery. GET returns the count and the times `thirdMs` and `lastMs`. GET /reset/N returns the same and starts a new
 * count of N expected deliveries. Usage: receiver-server.ts SECRET
 */
const key = Buffer.from((process.argv[2] ?? '').replace('whsec_', ''), 'base64');
let count = 0;
let lastMs = 0;
/**
 * The time when the first third of `expected` had arrived. The rate is measured from this time, because the start is
 * slow.
 */
let thirdMs = 0;
let expected = 0;

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  development: false,
  async fetch(request) {
    if (request.method === 'GET') {
      const answer = Response.json({ count, thirdMs, lastMs });
      const reset = /^\/reset\/(\d+)$/.exec(new URL(request.url).pathname);
      if (reset !== null) {
        count = 0;
        expected = Number(reset[1]);
      }
      return answer;
    }
    const body = await request.text();
    const { headers } = request;
    const content = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${body}`;
    const signature = `v1,${new Bun.CryptoHasher('sha256', key).update(content).digest('base64')}`;
    if (!headers.get('webhook-signature')?.split(' ').includes(signature)) return new Response(null, { status: 401 });
    lastMs = performance.now();
    count += 1;
    if (count === Math.floor(expected / 3)) thirdMs = lastMs;
    return new Response('ok');
  },
});
process.stdout.write(`ready at http://127.0.0.1:${server.port}\n`);

export {};
