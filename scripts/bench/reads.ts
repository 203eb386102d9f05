/**
 * Sends reads at a steady pace, as a shop's program does. Sends nothing while all connections wait for answers. Any
 * answer but 200 is an error.
 */

import { completeAnswer, requestText } from './load.ts';
import { median, quantile } from './processes.ts';

interface Reads {
  readonly url: string;
  readonly key: string;
  readonly forMs: number;
}

const PACE_MS = 4;
const CONNECTIONS = 4;
const LIST = '/api/v1/orders?limit=10';

export async function timeReads({ url, key, forMs }: Reads) {
  const { hostname, port } = new URL(url);
  const text = requestText('GET', LIST, key);
  const times: number[] = [];
  const lines = await Promise.all(Array.from({ length: CONNECTIONS }, () => openLine(hostname, Number(port), times)));
  const untilMs = performance.now() + forMs;
  while (performance.now() < untilMs) {
    lines.find(({ isFree }) => isFree())?.send(text);
    await Bun.sleep(PACE_MS);
  }
  while (lines.some(({ isFree }) => !isFree())) await Bun.sleep(1);
  for (const line of lines) line.end();
  return { p50Ms: median(times), p99Ms: quantile(times, 0.99) };
}

async function openLine(hostname: string, port: number, times: number[]) {
  let [pending, sentMs] = ['', 0];
  const socket = await Bun.connect({
    hostname,
    port,
    socket: {
      data(_, chunk) {
        pending += chunk.toString('latin1');
        const answer = completeAnswer(pending);
        if (answer === undefined) return;
        if (answer.status !== 200) throw new Error(`a read was answered: ${pending.slice(0, 300)}`);
        times.push(performance.now() - sentMs);
        [pending, sentMs] = ['', 0];
      },
    },
  });
  return {
    isFree: () => sentMs === 0,
    send(text: string) {
      sentMs = performance.now();
      socket.write(text);
    },
    end: () => socket.end(),
  };
}
