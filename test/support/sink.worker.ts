/**
 * A receiver in a thread of its own, so that the test's own load does not distort what it measures: /good answers at
 * once, /hang never. Says its port first; asked for them, what has arrived.
 */
declare const self: { onmessage: ((event: MessageEvent) => void) | null; postMessage(message: unknown): void };

const delaysMs: number[] = [];
const counts = new Map<string, number>();
let hanging = 0;
let mostHanging = 0;

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  idleTimeout: 60,
  async fetch(request) {
    const { pathname } = new URL(request.url);
    const { occurredAt } = (await request.json()) as { occurredAt: string };
    if (pathname.startsWith('/hang')) {
      hanging += 1;
      mostHanging = Math.max(mostHanging, hanging);
      request.signal.addEventListener('abort', () => {
        hanging -= 1;
      });
      return new Promise<Response>(() => undefined);
    }
    delaysMs.push(Date.now() - Date.parse(occurredAt));
    counts.set(pathname, (counts.get(pathname) ?? 0) + 1);
    return new Response();
  },
});

self.onmessage = () => self.postMessage({ delaysMs, counts: [...counts.values()], mostHanging });
self.postMessage({ port: server.port });

export {};
