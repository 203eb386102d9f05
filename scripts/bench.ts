import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchApi } from './bench/api.ts';
import { chartOf } from './bench/chart.ts';
import { benchCreatesWithEndpoints, benchDeliveries } from './bench/deliveries.ts';
import { benchFairness } from './bench/fairness.ts';
import { EXECUTABLE } from './bench/processes.ts';
import type { Result } from './bench/results.ts';
import { benchScale, SCALE_PARTS } from './bench/scale.ts';
import { benchShops } from './bench/shops.ts';
import { benchStrangers } from './bench/strangers.ts';
import { resultLines, TABLE_HEAD } from './bench/table.ts';

/**
 * Compares Docket with a bare server that also syncs to the disk, and with a typical server. Prefer the processor times
 * in comparisons, because other programs on the machine disturb them least.
 */
const USAGE = `Usage: bun run bench [rounds] [part ...] [--json FILE] [--svg FILE] [--against PATH] [--only NAME]
Parts: creates, status, payments, reads, lists (api: all five), deliveries, endpoints, fairness, strangers. The default
is all parts. The bench writes its table of the API and of deliveries to FILE. --against also measures the executable at
PATH, for the API and strangers. --only limits the part strangers to one attack.

       bun run bench scale [orders] [part ...] [--in DIR]
Compares each operation in a large shop with the same in a shop of a thousand orders. The large shop has ten million
orders by default. Parts: fill (only fills the shops), operations, backup, check. DIR keeps both shops for later runs.

       bun run bench shops [shops] [orders]
Runs a thousand shops with a thousand orders each on one server. Each step is busier than the one before.
`;

function refuse(message: string): never {
  process.stderr.write(`${message}\n\n${USAGE}`);
  process.exit(2);
}

function readArguments() {
  const of = { type: 'string' } as const;
  const options = { json: of, svg: of, in: of, against: of, only: of, help: { type: 'boolean', short: 'h' } } as const;
  try {
    return parseArgs({ args: process.argv.slice(2), allowPositionals: true, options });
  } catch (error) {
    return refuse((error as Error).message);
  }
}

const { values: files, positionals } = readArguments();
if (files.help === true) {
  process.stdout.write(USAGE);
  process.exit();
}
const [roundsText = '5', ...chosen] = positionals;
const [isScale, isShops] = [roundsText === 'scale', roundsText === 'shops'];
const rounds = Number(roundsText);
if (!isScale && !isShops && !(Number.isInteger(rounds) && rounds > 0))
  refuse(`"${roundsText}" is not a number of rounds.`);

const API = ['creates', 'status', 'payments', 'reads', 'lists'];
const PARTS = [...API, 'api', 'deliveries', 'endpoints', 'fairness', 'strangers'];
const known: readonly string[] = isScale ? SCALE_PARTS : PARTS;
const unknown = isShops ? undefined : chosen.slice(isScale ? 1 : 0).find((part) => !known.includes(part));
if (unknown !== undefined) refuse(`There is no part "${unknown}".`);
const wants = (name: string): boolean => chosen.length === 0 || chosen.includes(name);
const wantsWorkload = (workload: string): boolean => wants('api') || chosen.includes(workload.split(' ')[0] ?? '');

if (!existsSync(EXECUTABLE)) refuse('dist/docket is missing. Run ./scripts/build first.');
if (isScale) {
  const [orders = '10000000', ...parts] = chosen;
  await benchScale({ orders: Number(orders), folder: files.in, parts: parts.length === 0 ? undefined : parts });
  process.exit();
}
const dir = mkdtempSync(join(tmpdir(), 'docket-bench-'));
if (isShops) {
  const [shops = 1_000, orders = 1_000] = chosen.map(Number);
  await benchShops(dir, shops, orders).finally(() => rmSync(dir, { recursive: true, force: true }));
  process.exit();
}
const machine = `${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}, ${new Date().toISOString().slice(0, 10)}`;
const results: Result[] = [];
try {
  process.stdout.write(`${machine}; ${rounds} rounds in turn, medians\n${TABLE_HEAD}\n`);
  if (wants('api') || API.some(wants)) results.push(...(await benchApi(dir, rounds, wantsWorkload, files.against)));
  if (wants('deliveries')) {
    const deliveries = await benchDeliveries(dir, rounds);
    process.stdout.write(`${resultLines(deliveries).join('\n')}\n`);
    results.push(...deliveries);
  }
  if (wants('endpoints')) await benchCreatesWithEndpoints(dir, rounds);
  if (wants('fairness')) await benchFairness(dir);
  if (wants('strangers')) await benchStrangers(dir, rounds, files);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
if (files.json !== undefined) writeFileSync(files.json, `${JSON.stringify({ machine, rounds, results }, null, 2)}\n`);
if (files.svg !== undefined) writeFileSync(files.svg, chartOf(results, `${machine}; medians of ${rounds} rounds`));
