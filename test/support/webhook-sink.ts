import type { Arrival, Ask, Tally } from './webhook-sink.worker.ts';

export type { Arrival } from './webhook-sink.worker.ts';

export interface WebhookSink extends Disposable {
  /** The base address. A receiver's path follows: /good, /flaky or /hang. */
  readonly url: string;
  tally(): Promise<Tally>;
  /** The arrivals, in order of time. */
  arrivals(): Promise<readonly Arrival[]>;
}

/** Receivers on loopback in a separate thread. Only one question may be open at a time. */
export async function startWebhookSink(): Promise<WebhookSink> {
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
    url: `http://127.0.0.1:${port}`,
    tally: () => ask('tally'),
    arrivals: () => ask('arrivals'),
    [Symbol.dispose]: () => worker.terminate(),
  };
}
