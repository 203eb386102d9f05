/** A request as it arrived, and the status of its answer: null if it hangs. */
export interface Arrival {
  readonly path: string;
  readonly headers: Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>;
  readonly body: string;
  readonly atMs: number;
  readonly status: number | null;
}

export interface Tally {
  readonly good: number;
  /** The number of requests that hang now, each on its own connection. */
  readonly hanging: number;
  readonly mostHanging: number;
}

export type Ask = 'tally' | 'arrivals';

/**
 * Receivers in a separate thread, so that neither the test's load nor its waiting distorts their times. The first part
 * of the path decides: /good answers 200, /flaky fails each tenth request, /hang never answers. The first message is
 * the port.
 */
declare const self: { onmessage: ((event: MessageEvent<Ask>) => void) | null; postMessage(message: unknown): void };

const FAILS_EACH = 10;

const arrivals: Arrival[] = [];
let good = 0;
let flaky = 0;
let hanging = 0;
let mostHanging = 0;

function hang(signal: AbortSignal): Promise<Response> {
  // The connection was closed before the body was read, so no `abort` event follows.
  if (signal.aborted) return new Promise(() => undefined);
  hanging += 1;
  mostHanging = Math.max(mostHanging, hanging);
  signal.addEventListener('abort', () => {
    hanging -= 1;
  });
  return new Promise(() => undefined);
}

function statusFor(path: string): number {
  if (path.startsWith('/good')) {
    good += 1;
    return 200;
  }
  flaky += 1;
  return flaky % FAILS_EACH === 0 ? 500 : 200;
}

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  // A hanging path stays open until the other side gives up.
  idleTimeout: 0,
  async fetch(request) {
    const body = await request.text();
    const atMs = Date.now();
    const path = new URL(request.url).pathname;
    const status = path.startsWith('/hang') ? null : statusFor(path);
    const header = (name: string): string => request.headers.get(name) ?? '';
    const signed = {
      'webhook-id': header('webhook-id'),
      'webhook-timestamp': header('webhook-timestamp'),
      'webhook-signature': header('webhook-signature'),
    };
    arrivals.push({ path, headers: signed, body, atMs, status });
    return status === null ? hang(request.signal) : new Response(null, { status });
  },
});

self.onmessage = ({ data }) => {
  const tally: Tally = { good, hanging, mostHanging };
  self.postMessage(data === 'tally' ? tally : arrivals);
};
self.postMessage(server.port);
