import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp } from './desk.ts';
import { EXECUTABLE, median } from './processes.ts';
import { gigabytes, makeFilled, type ShopOnDisk, say } from './scale/made-shop.ts';
import {
  type Cost,
  measure,
  memoryOf,
  mostOfLog,
  SLOW_MS,
  untilIdle,
  type Waits,
  waitsUntil,
} from './scale/measure.ts';
import { type Ask, OPERATIONS, requestOf } from './scale/operations.ts';
import { openTarget, type Target } from './scale/target.ts';

const SMALL = 1_000;
const ROUNDS = 3;
const WARM = { forMs: 0, least: 5 };
const EACH = { forMs: 250, least: 3 };
const ALONE_MS = 5_000;
/**
 * The time for which requests are measured while the server checks its database file. The whole check of a large file
 * takes minutes.
 */
const LOOKED_AT_MS = 10_000;
const MOST = { ratio: 1.5, startMs: 2_000, memoryMib: 400 };
const LONGEST_CHECK_MS = 3_600_000;

/** The parts of the measurement; `fill` only prepares the shops and measures nothing. */
export const SCALE_PARTS = ['fill', 'operations', 'backup', 'check'] as const;

interface Scale {
  readonly orders: number;
  /** The folder that keeps the small and the large shop for a later run; undefined if they are deleted. */
  readonly folder: string | undefined;
  readonly parts: readonly string[] | undefined;
}

/**
 * Measures whether a request costs more when there are more orders. Fills a shop with `orders` orders and one with a
 * thousand, and sends both the same requests in turn. Prints each cost next to the small shop's.
 */
export async function benchScale({ orders, folder, parts = SCALE_PARTS }: Scale): Promise<void> {
  const dir = folder ?? mkdtempSync(join(tmpdir(), 'docket-scale-'));
  mkdirSync(dir, { recursive: true });
  try {
    const small = await makeFilled(join(dir, 'small'), SMALL);
    const large = await makeFilled(join(dir, 'large'), orders);
    if (parts.every((part) => part === 'fill')) return;
    await measureAll(small, large, parts);
  } finally {
    if (folder === undefined) rmSync(dir, { recursive: true, force: true });
  }
}

async function measureAll(small: ShopOnDisk, large: ShopOnDisk, parts: readonly string[]): Promise<void> {
  const targets = [await serve(small, false), await serve(large, true)] as const;
  try {
    if (parts.includes('operations')) await compare(...targets);
    await beside('nothing', targets[1], Bun.sleep(ALONE_MS));
    if (parts.includes('backup')) await beside('a backup', targets[1], makeBackup(targets[1], large));
    if (parts.includes('check')) await checkBeside(targets[1], large.dataDir);
    sayMemory('memory at most, of all', targets[1]);
  } finally {
    for (const { server } of targets) await server.stop();
  }
}

const backupsOf = (dataDir: string): string => join(dataDir, 'backups');

async function serve({ dataDir, shop, filled }: ShopOnDisk, told: boolean): Promise<Target> {
  const began = performance.now();
  const server = await shop.serve('--backup-schedule', 'off', '--backup-to', backupsOf(dataDir));
  const startMs = performance.now() - began;
  if (told) say(verdict('start', `${startMs.toFixed(0)} ms`, startMs <= MOST.startMs));
  const target = await openTarget(shop, dataDir, filled, server);
  if (told) await beside('the look at the start', target, Bun.sleep(LOOKED_AT_MS));
  await untilIdle(server.pid);
  return target;
}

const verdict = (what: string, figure: string, good: boolean): string =>
  `${good ? '   ' : '***'} ${what.padEnd(34)} ${figure}`;

function sayMemory(what: string, { server }: Target): void {
  const memory = memoryOf(server.pid, 'most');
  say(verdict(what, `${memory.toFixed(0)} MiB`, memory <= MOST.memoryMib));
}

async function compare(small: Target, large: Target): Promise<void> {
  say(`    ${'CPU of the process a request, µs'.padEnd(34)} 1,000 orders   ${large.orders} orders   ratio   ms`);
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
  sayMemory('memory at most', large);
  say(over.length === 0 ? 'none costs more than 1.5 times as much' : `over 1.5: ${over.join('; ')}`);
}

/** Measures the small and the large shop in turn, because the speed of a shared machine changes. */
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
  const rounds: (readonly [Cost, Cost])[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const pair = [await once(small, EACH), await once(large, EACH)] as const;
    rounds.push(pair);
    if (pair[1].ms > SLOW_MS) break;
  }
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

async function beside(what: string, target: Target, over: Promise<unknown>): Promise<void> {
  const began = performance.now();
  const waits = (name: string): Promise<Waits> => waitsUntil(over, (nth) => requestOf(ask(name), target, nth));
  // `mostOfLog` rejects if the work beside the requests fails. Then nothing is printed.
  const [creates, reads, log] = await Promise.all([
    waits('create'),
    waits('list: newest'),
    mostOfLog(target.dataDir, over),
  ]);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  const told = `${creates.asked} creates ${inWords(creates)}; lists ${inWords(reads)}; log at most ${gigabytes(log)}`;
  say(`    ${`beside ${what} (${seconds} s)`.padEnd(34)} ${told}`);
}

async function checkBeside(target: Target, dataDir: string): Promise<void> {
  const check = Bun.spawn([EXECUTABLE, 'check', '--data', dataDir], { stdout: 'pipe', stderr: 'pipe' });
  await beside('docket check', target, Promise.race([check.exited, Bun.sleep(LONGEST_CHECK_MS)]));
  if (check.exitCode === null) say('*** the check had not ended');
  check.kill();
  say((await new Response(check.stdout).text()).trimEnd());
}

/** Deletes the backup's file after the backup, because it is as large as the shop. */
async function makeBackup({ server }: Target, { dataDir, shop }: ShopOnDisk): Promise<void> {
  await backUp(server.url, shop);
  rmSync(backupsOf(dataDir), { recursive: true, force: true });
}
