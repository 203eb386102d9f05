import { join } from 'node:path';
import { enterDesk } from './desk.ts';
import { run } from './load.ts';
import { createRequest } from './orders.ts';
import { docket, EXECUTABLE, makeShop, median, type Running, script, start } from './processes.ts';
import { timeReads } from './reads.ts';
import { ATTACKS } from './stranger.ts';

const BY_MANAGER = ['8 imports', '8 stock imports'];
const OTHERS_ORDERS = 20_000;
const OWN_ORDERS = 1_000;
const MEASURED_MS = 2_000;

interface Side {
  readonly name: string;
  readonly server: Running;
  readonly key: string;
  readonly meansOf: (attack: string) => readonly [credential: string, base: string];
}

export async function benchStrangers(
  dir: string,
  rounds: number,
  { against, only }: { readonly against?: string | undefined; readonly only?: string | undefined },
): Promise<void> {
  const attacks = Object.keys(ATTACKS).filter((attack) => only === undefined || attack === only);
  const executables = against === undefined ? { now: EXECUTABLE } : { before: against, now: EXECUTABLE };
  const sides: Side[] = [];
  try {
    for (const [name, executable] of Object.entries(executables)) sides.push(await makeSide(dir, name, executable));
    for (const attack of attacks) await compare(sides, attack, rounds);
  } finally {
    for (const { server } of sides) await server.stop();
  }
}

async function makeSide(dir: string, name: string, executable: string): Promise<Side> {
  const shop = makeShop(join(dir, name), executable);
  const of = <T>(...args: string[]): T => JSON.parse(docket([...args, ...shop.data, '--json'], executable)) as T;
  const { workspaceId } = of<{ workspaceId: string }>('workspace', 'create', '--name', 'Other', '--plan', 'pro');
  const there = ['--workspace', workspaceId];
  const other = of<{ key: string }>('key', 'create', '--source', 'other', ...there);
  const revoked = of<{ id: string; key: string }>('key', 'create', '--source', 'revoked', ...there);
  docket(['key', 'revoke', revoked.id, ...shop.data], executable);
  const password = 'bench bench';
  for (const role of ['viewer', 'manager']) {
    const who = ['--email', `${role}@example.com`, '--password', password, '--role', role];
    docket(['owner', 'create', ...who, ...there, ...shop.data], executable);
  }
  const server = await shop.serve();
  const fill = (key: string, requests: number) =>
    run({ requests, next: () => createRequest(key), url: server.url, connections: 32 });
  await fill(shop.key, OWN_ORDERS);
  await fill(other.key, OTHERS_ORDERS);
  const enter = (role: string) => enterDesk(server.url, { email: `${role}@example.com`, password });
  const [viewer, manager] = [await enter('viewer'), await enter('manager')];
  await timeReads({ url: server.url, key: shop.key, forMs: MEASURED_MS / 2 });
  return {
    name,
    server,
    key: shop.key,
    meansOf(attack) {
      if (attack === 'revoked key') return [revoked.key, viewer.base];
      const { cookie, base } = BY_MANAGER.includes(attack) ? manager : viewer;
      return [cookie, base];
    },
  };
}

async function compare(sides: readonly Side[], attack: string, rounds: number): Promise<void> {
  const found = new Map(sides.map(({ name }) => [name, [] as Pair[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const side of sides) found.get(side.name)?.push(await measure(side, attack));
  }
  for (const [name, pairs] of found) {
    const of = (pick: (pair: Pair) => number): string => median(pairs.map(pick)).toFixed(1);
    const ratio = median(pairs.map(({ alone, beside }) => beside.p99Ms / alone.p99Ms)).toFixed(2);
    const p50 = `p50 ${of(({ beside }) => beside.p50Ms)} of ${of(({ alone }) => alone.p50Ms)} ms`;
    const p99 = `p99 ${of(({ beside }) => beside.p99Ms)} of ${of(({ alone }) => alone.p99Ms)} ms`;
    process.stdout.write(
      `strangers: ${attack.padEnd(24)} ${name.padEnd(6)} ratio ${ratio.padStart(6)}  ${p99}, ${p50}\n`,
    );
  }
}

interface Pair {
  readonly alone: Awaited<ReturnType<typeof timeReads>>;
  readonly beside: Awaited<ReturnType<typeof timeReads>>;
}

/**
 * Measures reads just before an attack, and then during it. The first figures show how fast the machine is at that
 * moment.
 */
async function measure({ server, key, meansOf }: Side, attack: string): Promise<Pair> {
  const reads = { url: server.url, key, forMs: MEASURED_MS };
  const alone = await timeReads(reads);
  const stranger = await start(script('stranger.ts', server.url, attack, ...meansOf(attack)));
  try {
    return { alone, beside: await timeReads(reads) };
  } finally {
    await stranger.stop();
    // The requests that the attack left under way must end before the next measurement.
    await Bun.sleep(1_500);
  }
}
