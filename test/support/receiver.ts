import { Webhook } from 'standardwebhooks';
import { until } from './until.ts';

export interface ReceivedEvent {
  readonly headers: Headers;
  readonly body: string;
  readonly id: string;
  readonly type: string;
  /** The time of arrival by the test's clock if there is one, else by the machine's. */
  readonly atMs: number;
}

export interface Receiver extends Disposable {
  readonly url: string;
  readonly received: ReceivedEvent[];
  /** Sets the answer to all further requests: a status, or a function that is called for each request. */
  answer(by: number | ((request: ReceivedEvent) => Response | Promise<Response>)): Receiver;
  /** Resolves when this number of requests has arrived in all. */
  count(atLeast: number, patienceMs?: number): Promise<void>;
}

export function startReceiver(now: () => number = Date.now): Receiver {
  const received: ReceivedEvent[] = [];
  let answer: (request: ReceivedEvent) => Response | Promise<Response> = () => new Response();
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    async fetch(request) {
      const body = await request.text();
      const { id, type } = JSON.parse(body) as { id: string; type: string };
      const one = { headers: request.headers, body, id, type, atMs: now() };
      received.push(one);
      return answer(one);
    },
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${server.port}/hook`,
    received,
    answer(by) {
      answer = typeof by === 'number' ? () => new Response(`answer ${by}`, { status: by }) : by;
      return receiver;
    },
    async count(atLeast, patienceMs) {
      await until(`${atLeast} requests`, () => received.length >= atLeast, patienceMs);
    },
    [Symbol.dispose]() {
      void server.stop(true);
    },
  };
  return receiver;
}

/** Throws if the library of Standard Webhooks refuses the signature. */
export function verify(secret: string, { headers, body }: Pick<ReceivedEvent, 'headers' | 'body'>): void {
  new Webhook(secret).verify(body, headers.toJSON());
}
