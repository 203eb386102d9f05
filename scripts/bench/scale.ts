import { mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { docket, EXECUTABLE, makeShop, median } from './processes.ts';
import { type Filled, fillShop } from './scale/fill-shop.ts';
import { type Cost, measure, memoryOf, send, untilIdle, type Waits, waitsUntil } from './scale/measure.ts';
import { type Ask, OPERATIONS, requestOf } from './scale/operations.ts';
import { openTarget, type Target } from './scale/target.ts';

const SMALL = 1_000;
const ROUNDS = 3;
const WARM = { forMs: 0, least: 5 };
const EACH = { forMs: 250, least: 3 };
const ALONE_MS = 5_000;
/** A server has its whole file looked through when it starts, which takes minutes for a large one. */
const LOOKED_AT_MS = 10_000;
const MOST = { ratio: 1.5, startMs: 2_000, memoryMib: 400 };
/** Rows and indexes; as much again for a backup, or for making the indexes anew. */
const BYTES_AN_ORDER = 3_300;
const LEFT_FREE = 5e9;
const LONGEST_CHECK_MS = 3_600_000;

/**
 * Does a page cost more because there are many orders? Fills a shop with `orders` of them and one with a thousand, and
 * asks both for everything in turn. Prints what each costs against the same on the thousand.
 */
export async function benchScale(orders: number): Promise<void> {
  refuseWithoutRoom(orders);
  const dir = mkdtempSync(join(tmpdir(), 'docket-scale-'));
  try {
    const [small, large] = [makeFilled(join(dir, 'small'), SMALL), makeFilled(join(dir, 'large'), orders)];
    const targets = [await serve(small, false), await serve(large, true)] as const;
    try {
      await compare(...targets);
      await measureBeside(targets[1], join(dir, 'large'));
    } finally {
      for (const { server } of targets) await server.stop();
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

function refuseWithoutRoom(orders: number): void {
  const { bavail, bsize } = statfsSync(tmpdir());
  const needed = orders * 2 * BYTES_AN_ORDER + LEFT_FREE;
  if (bavail * bsize >= needed) return;
  throw new Error(`${tmpdir()} has ${gigabytes(bavail * bsize)} free, ${orders} orders need ${gigabytes(needed)}`);
}

interface Made {
  readonly dataDir: string;
  readonly shop: ReturnType<typeof makeShop>;
  readonly filled: Filled;
}

function makeFilled(dataDir: string, orders: number): Made {
  const shop = makeShop(dataDir);
  docket(['webhook', 'add', ...shop.data, '--url', 'https://198.51.100.1/', '--allow-private-webhooks']);
  const began = performance.now();
  const filled = fillShop(dataDir, orders, Date.now());
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  say(`${orders} orders: ${gigabytes(statSync(join(dataDir, 'docket.db')).size)} in ${seconds} s`);
  return { dataDir, shop, filled };
}

async function serve({ dataDir, shop, filled }: Made, told: boolean): Promise<Target> {
  const began = performance.now();
  const server = await shop.serve('--backup-schedule', 'off', '--backup-to', join(dataDir, 'backups'));
  const startMs = performance.now() - began;
  if (told) say(verdict('start', `${startMs.toFixed(0)} ms`, startMs <= MOST.startMs));
  const target = await openTarget(shop, dataDir, filled, server);
  if (told) await beside('the look at the start', target, Bun.sleep(LOOKED_AT_MS));
  await untilIdle(server.pid);
  return target;
}

const verdict = (what: string, figure: string, good: boolean): string =>
  `${good ? '   ' : '***'} ${what.padEnd(34)} ${figure}`;

async function compare(small: Target, large: Target): Promise<void> {
  say(`    ${'CPU of the process a request, µs'.padEnd(34)} 1,000 orders   ${large.orders} orders   ratio   ms`);
  // So that both have compiled all of it.
  for (const ask of Object.values(OPERATIONS)) {
    for (const target of [small, large]) await measure(target.server.pid, (nth) => requestOf(ask, target, nth), WARM);
  }
  const over: string[] = [];
  for (const [name, ask] of Object.entries(OPERATIONS)) {
    const [few, many] = await costs(ask, small, large);
    const ratio = many.cpuUs / few.cpuUs;
    const figures = [
      few.cpuUs.toFixed(0).padStart(9),
      many.cpuUs.toFixed(0).padStart(18),
      ratio.toFixed(2).padStart(12),
    ];
    say(verdict(name, `${figures.join('')}   ${few.ms.toFixed(2)} / ${many.ms.toFixed(2)}`, ratio <= MOST.ratio));
    if (ratio > MOST.ratio) over.push(name);
  }
  const memory = memoryOf(large.server.pid, 'most');
  say(verdict('memory at most', `${memory.toFixed(0)} MiB`, memory <= MOST.memoryMib));
  say(over.length === 0 ? 'none costs more than 1.5 times as much' : `over 1.5: ${over.join('; ')}`);
}

/** In turn, because a machine that is shared has better moments and worse. */
async function costs(ask: Ask, small: Target, large: Target): Promise<readonly [Cost, Cost]> {
  let asked = 0;
  const once = (target: Target, how: typeof EACH): Promise<Cost> =>
    measure(
      target.server.pid,
      () => {
        asked += 1;
        return requestOf(ask, target, asked);
      },
      how,
    );
  for (const target of [small, large]) await once(target, WARM);
  const rounds: (readonly [Cost, Cost])[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push([await once(small, EACH), await once(large, EACH)]);
  const middle = (at: 0 | 1): Cost => ({
    cpuUs: median(rounds.map((pair) => pair[at].cpuUs)),
    ms: median(rounds.map((pair) => pair[at].ms)),
  });
  return [middle(0), middle(1)];
}

const ask = (name: string): Ask => {
  const found = OPERATIONS[name];
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found;
};

const inWords = ({ p50, p99, most }: Waits): string =>
  `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, at most ${most.toFixed(1)} ms`;

/** Creates and lists while something else goes on. */
async function beside(what: string, target: Target, over: Promise<unknown>): Promise<void> {
  const began = performance.now();
  const [creates, reads] = await Promise.all(
    ['create', 'list: newest'].map((name) => waitsUntil(over, (nth) => requestOf(ask(name), target, nth))),
  );
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  if (creates === undefined || reads === undefined) return;
  say(`    ${`beside ${what} (${seconds} s)`.padEnd(34)} create ${inWords(creates)}; list ${inWords(reads)}`);
}

async function measureBeside(target: Target, dataDir: string): Promise<void> {
  await beside('nothing', target, Bun.sleep(ALONE_MS));
  await beside('a backup', target, makeBackup(target));
  const check = Bun.spawn([EXECUTABLE, 'check', '--data', dataDir], { stdout: 'pipe', stderr: 'pipe' });
  await beside('docket check', target, Promise.race([check.exited, Bun.sleep(LONGEST_CHECK_MS)]));
  say((await new Response(check.stdout).text()).trimEnd());
  const memory = memoryOf(target.server.pid, 'most');
  say(verdict('memory at most, with a backup', `${memory.toFixed(0)} MiB`, memory <= MOST.memoryMib));
}

/** As much of the backups' page as is read here; the last run first. */
interface Backups {
  readonly busy: boolean;
  readonly runs: readonly { readonly outcome: string; readonly reason: string | null }[];
}

async function makeBackup(target: Target): Promise<void> {
  const headers = { cookie: target.cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const url = `${target.server.url}${target.desk}/backups`;
  await send(new Request(url, { method: 'POST', headers, body: '{}' }));
  for (;;) {
    await Bun.sleep(500);
    const { busy, runs } = (JSON.parse(await send(new Request(url, { headers }))) as { data: Backups }).data;
    if (busy) continue;
    if (runs[0]?.outcome !== 'verified') say(`*** no backup was made: ${runs[0]?.reason ?? 'none was begun'}`);
    return;
  }
}
