import { type Contender, fastifyRuntime, startContenders } from './contenders.ts';
import { cpuOf, cpuSince } from './cpu.ts';
import { type Load, requestText, run } from './load.ts';
import { createRequest } from './orders.ts';
import { type Result, type Sample, summarize } from './results.ts';
import { resultLines } from './table.ts';

const CONNECTIONS = [1, 4, 32, 256] as const;
/** The time limit of a run. A slow contender's figures cover only the requests answered within this limit. */
const MOST_MS = 3_000;
const WARM_UP = 2_000;
/** A run with a single connection sends this share of the requests. All of them would take too long. */
const SHARE_OF_ONE = 0.1;

const STATUSES = ['status-in-progress', 'status-closed', 'status-cancelled', 'status-new'] as const;

interface Workload {
  readonly name: string;
  readonly requests: number;
  readonly next: (to: Contender, at: number) => string;
  readonly answered?: (to: Contender, body: string) => void;
}

const idAt = ({ ids }: Contender, at: number): string => ids[at % ids.length] ?? '';
const post = ({ key }: Contender, path: string, body: object): string =>
  requestText('POST', path, key, JSON.stringify(body));

/**
 * The workloads in running order. `creates` makes the orders that the others use. Payments run last: reading an order
 * with payments takes a second query, which would slow the other workloads.
 */
const WORKLOADS: readonly Workload[] = [
  {
    name: 'creates',
    requests: 12_000,
    next: ({ key }) => createRequest(key),
    answered: ({ ids }, body) => void ids.push(/"id":"([0-9a-f-]{36})"/.exec(body)?.[1] ?? ''),
  },
  {
    name: 'reads',
    requests: 20_000,
    next: (to, at) => requestText('GET', `/api/v1/orders/${idAt(to, at)}`, to.key),
  },
  { name: 'lists of 50', requests: 4_000, next: ({ key }) => requestText('GET', '/api/v1/orders', key) },
  {
    name: 'status changes',
    requests: 12_000,
    next: (to, at) => {
      // All orders get one status before any gets the next, so that each request changes something.
      const statusId = STATUSES[Math.floor(at / to.ids.length) % STATUSES.length];
      return post(to, '/api/v1/orders/status', { id: idAt(to, at), statusId });
    },
  },
  {
    name: 'payments',
    requests: 12_000,
    next: (to, at) =>
      post(to, '/api/v1/orders/payment', { id: idAt(to, at), paymentId: `payment-${at}`, amount: 100.5 }),
  },
];

const WARMED_UP = WORKLOADS.filter(({ name }) => name !== 'payments');

function loadOf(workload: Workload, to: Contender, connections: number, requests: number): Load {
  const next = (): string => {
    const at = to.made.get(workload.name) ?? 0;
    to.made.set(workload.name, at + 1);
    return workload.next(to, at);
  };
  const answered = (body: string): void => workload.answered?.(to, body);
  return { url: to.url, connections, requests, mostMs: MOST_MS, next, answered };
}

async function measureOnce(workload: Workload, to: Contender, connections: number): Promise<Sample> {
  const requests = connections === 1 ? workload.requests * SHARE_OF_ONE : workload.requests;
  const before = cpuOf(to.pid);
  const { answered, perSecond, p50Ms, p99Ms } = await run(loadOf(workload, to, connections, requests));
  return { perSecond, p50Ms, p99Ms, ...cpuSince(before, to.pid, answered) };
}

/** Runs the servers in turns, so that disturbances of the machine affect all of them. */
export async function benchApi(
  dir: string,
  rounds: number,
  only: (workload: string) => boolean,
  against?: string,
): Promise<Result[]> {
  const contenders = await startContenders(dir, against);
  const results: Result[] = [];
  process.stdout.write(`fastify is Fastify 5 on ${fastifyRuntime().name}, one synced transaction a request\n`);
  try {
    for (const to of contenders) for (const workload of WARMED_UP) await run(loadOf(workload, to, 32, WARM_UP));
    for (const workload of WORKLOADS.filter(({ name }) => only(name))) {
      for (const connections of CONNECTIONS) {
        const samples = new Map(contenders.map(({ name }): [string, Sample[]] => [name, []]));
        for (let round = 0; round < rounds; round += 1) {
          for (const to of contenders) samples.get(to.name)?.push(await measureOnce(workload, to, connections));
        }
        const found = summarize({ workload: workload.name, connections }, samples);
        process.stdout.write(`${resultLines(found).join('\n')}\n`);
        results.push(...found);
      }
    }
  } finally {
    await Promise.all(contenders.map(({ stop }) => stop()));
  }
  return results;
}
