/**
 * Sends requests over kept-alive connections, one request at a time on each. It uses raw sockets, because they need
 * less time than an HTTP client. The time of an HTTP client would hide the difference between two servers.
 */

import type { Socket } from 'bun';
import { median, quantile } from './processes.ts';

export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly requests: number;
  /** The time after which no more requests are sent, so a slow server gets fewer than `requests`. */
  readonly mostMs?: number;
  /** Returns the full HTTP text of the next request. */
  readonly next: () => string;
  readonly answered?: (body: string) => void;
}

interface State {
  pending: string;
  startedMs: number;
}

export function requestText(method: string, path: string, key: string, body = ''): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\n`;
  if (method === 'GET') return `${head}\r\n`;
  return `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

export async function run(load: Load) {
  const { hostname, port } = new URL(load.url);
  const times: number[] = [];
  let [sent, startedMs] = [0, 0];
  const untilMs = load.mostMs ?? Number.POSITIVE_INFINITY;
  const done = Promise.withResolvers<void>();
  const send = (socket: Socket<State>): void => {
    const nowMs = performance.now();
    if (sent >= load.requests || nowMs - startedMs > untilMs) {
      if (times.length === sent) done.resolve();
      return;
    }
    sent += 1;
    socket.data.startedMs = nowMs;
    socket.write(load.next());
  };
  const take = (socket: Socket<State>, chunk: Buffer): void => {
    const { data } = socket;
    data.pending += chunk.toString('latin1');
    const answer = completeAnswer(data.pending);
    if (answer === undefined) return;
    data.pending = '';
    if (answer.status !== 200) done.reject(new Error(`answered ${answer.status}: ${answer.body}`));
    times.push(performance.now() - data.startedMs);
    load.answered?.(answer.body);
    send(socket);
  };
  const sockets = await Promise.all(
    Array.from({ length: load.connections }, () =>
      Bun.connect<State>({ hostname, port: Number(port), data: { pending: '', startedMs: 0 }, socket: { data: take } }),
    ),
  );
  startedMs = performance.now();
  for (const socket of sockets) send(socket);
  await done.promise;
  const seconds = (performance.now() - startedMs) / 1000;
  for (const socket of sockets) socket.end();
  const answered = times.length;
  return { answered, perSecond: answered / seconds, p50Ms: median(times), p99Ms: quantile(times, 0.99) };
}

export function completeAnswer(text: string): { status: number; body: string } | undefined {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, headEnd))?.[1] ?? 0);
  const body = text.slice(headEnd + 4);
  return body.length < length ? undefined : { status: Number(text.slice(9, 12)), body };
}
