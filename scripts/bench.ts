import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchBodies } from './bench/bodies.ts';
import { benchCreatesWithEndpoints, benchDeliveries } from './bench/deliveries.ts';
import { benchDesk } from './bench/desk.ts';
import { benchFairness } from './bench/fairness.ts';
import { type Load, requestText, run } from './bench/load.ts';
import { createRequest } from './bench/orders.ts';
import { EXECUTABLE, makeShop, type Running, report, script, start } from './bench/processes.ts';
import { benchStrangers } from './bench/strangers.ts';

/**
 * Prints how fast Docket is as a share of something bare with the same promise, both in one run, in turn: single figures
 * mean nothing on a noisy machine. Usage: bun run bench [rounds] [api|deliveries|endpoints|fairness|desk|bodies|strangers …]
 */

const CONNECTIONS = 32;
const [roundsText = '5', ...chosen] = process.argv.slice(2);
const ROUNDS = Number(roundsText);
const CREATES = 12_000;
const READS = 20_000;
const LISTS = 5_000;

interface Contender extends Running {
  readonly key: string;
  readonly ids: string[];
}

type Workload = Omit<Load, 'url' | 'connections'>;

function workloads(to: Contender): Record<string, Workload> {
  let at = 0;
  const nextId = (): string => {
    at += 1;
    return to.ids[at % to.ids.length] ?? '';
  };
  return {
    creates: {
      requests: CREATES,
      next: () => createRequest(to.key),
      answered: (body) => to.ids.push(/"id":"([0-9a-f-]{36})"/.exec(body)?.[1] ?? ''),
    },
    reads: { requests: READS, next: () => requestText('GET', `/api/v1/orders/${nextId()}`, to.key) },
    lists: { requests: LISTS, next: () => requestText('GET', '/api/v1/orders', to.key) },
  };
}

async function measure(name: string, bare: Contender, ours: Contender): Promise<void> {
  const once = async (to: Contender): Promise<number> => {
    const load = workloads(to)[name];
    if (load === undefined) throw new Error(`no workload ${name}`);
    return (await run({ ...load, url: to.url, connections: CONNECTIONS })).perSecond;
  };
  const pairs: { ours: number; other: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) pairs.push({ other: await once(bare), ours: await once(ours) });
  report(name, pairs);
}

async function benchApi(dir: string): Promise<void> {
  const shop = makeShop(join(dir, 'docket'));
  const ours = { ...(await shop.serve()), key: shop.key, ids: [] };
  const bare = { ...(await start(script('bare-server.ts', join(dir, 'bare.db')))), key: '', ids: [] };
  try {
    // Reads and lists need the orders that the creates have made.
    for (const name of ['creates', 'reads', 'lists']) await measure(name, bare, ours);
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
}

const wants = (name: string): boolean => chosen.length === 0 || chosen.includes(name);

if (!existsSync(EXECUTABLE)) throw new Error('dist/docket is missing: run ./scripts/build first');
const dir = mkdtempSync(join(tmpdir(), 'docket-bench-'));
try {
  process.stdout.write(`${CONNECTIONS} connections, ${ROUNDS} rounds in turn; medians\n`);
  if (wants('api')) await benchApi(dir);
  if (wants('deliveries')) await benchDeliveries(dir, ROUNDS);
  if (wants('desk')) await benchDesk(dir);
  if (wants('endpoints')) await benchCreatesWithEndpoints(dir, ROUNDS);
  if (wants('fairness')) await benchFairness(dir);
  if (wants('bodies')) await benchBodies(dir);
  if (wants('strangers')) await benchStrangers(dir, ROUNDS);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
