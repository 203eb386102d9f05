/**
 * What webhooks are sent to in the bench: does what a receiver must do (reads the raw body, verifies the signature, answers 200)
 * and counts. GET tells the count and the moments of the first and the last arrival. Usage: receiver-server.ts SECRET
 */
const key = Buffer.from((process.argv[2] ?? '').replace('whsec_', ''), 'base64');
let count = 0;
let firstMs = 0;
let lastMs = 0;

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  development: false,
  async fetch(request) {
    if (request.method === 'GET') {
      const answer = Response.json({ count, firstMs, lastMs });
      if (new URL(request.url).pathname === '/reset') count = 0;
      return answer;
    }
    const body = await request.text();
    const { headers } = request;
    const content = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${body}`;
    const signature = `v1,${new Bun.CryptoHasher('sha256', key).update(content).digest('base64')}`;
    if (!headers.get('webhook-signature')?.split(' ').includes(signature)) return new Response(null, { status: 401 });
    lastMs = performance.now();
    if (count === 0) firstMs = lastMs;
    count += 1;
    return new Response('ok');
  },
});
process.stdout.write(`ready at http://127.0.0.1:${server.port}\n`);

export {};
