/**
 * The baseline of deliveries: a loop of fetch calls that signs each request and records nothing. Usage: bare-sender.ts
 * URL SECRET CONCURRENCY COUNT; prints the number of deliveries per second.
 */
const [url = '', secret = '', concurrency = '', count = ''] = process.argv.slice(2);
const key = Buffer.from(secret.replace('whsec_', ''), 'base64');

async function sendOne(): Promise<void> {
  const id = Bun.randomUUIDv7();
  const body = JSON.stringify({
    id,
    type: 'order.created',
    occurredAt: new Date().toISOString(),
    data: { orderId: Bun.randomUUIDv7(), orderNumber: '12345' },
  });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = new Bun.CryptoHasher('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`answered ${response.status}`);
}

let left = Number(count);
async function sendMany(): Promise<void> {
  while (left > 0) {
    left -= 1;
    await sendOne();
  }
}

const startedMs = performance.now();
await Promise.all(Array.from({ length: Number(concurrency) }, sendMany));
process.stdout.write(`${Number(count) / ((performance.now() - startedMs) / 1000)}\n`);

export {};
