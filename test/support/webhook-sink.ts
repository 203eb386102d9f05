import type { Arrival, Ask, Tally } from './webhook-sink.worker.ts';

export type { Arrival } from './webhook-sink.worker.ts';

/** Starts receivers on loopback in a separate thread. Only one question to this thread may be open at a time. */
export async function startWebhookSink() {
  const worker = new Worker(new URL('./webhook-sink.worker.ts', import.meta.url).href);
  const hear = <T>(): Promise<T> =>
    new Promise((resolve) => worker.addEventListener('message', ({ data }) => resolve(data as T), { once: true }));
  const ask = <T>(what: Ask): Promise<T> => {
    const answer = hear<T>();
    worker.postMessage(what);
    return answer;
  };
  const port = await hear<number>();
  return {
    /** The base address. A receiver's path follows: /good, /flaky or /hang. */
    url: `http://127.0.0.1:${port}`,
    tally: () => ask<Tally>('tally'),
    arrivals: () => ask<readonly Arrival[]>('arrivals'),
    [Symbol.dispose]: () => worker.terminate(),
  };
}

export type WebhookSink = Awaited<ReturnType<typeof startWebhookSink>>;
