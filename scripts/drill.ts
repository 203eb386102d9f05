/**
 * The disaster drill on this machine, in temporary folders. It creates orders, runs `docket backup` under load, creates
 * more orders and kills the server. Then it deletes every file of the data directory and runs `docket restore` and
 * `docket check`. All orders acknowledged before the backup must be there, and the server must accept orders again.
 * Usage: bun run drill [orders before the backup]
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { client, dataDir, docket, docketJson, initShop, makeKey, type Running, serve } from '../test/support/docket.ts';
import { missingOrders, startLoad } from '../test/support/load.ts';
import { until } from '../test/support/until.ts';

const WRITERS = 16;
/** The time allowed for each order. Any machine creates more than a hundred orders a second. */
const ORDER_MS = 10;

interface DrillResult {
  readonly acknowledged: number;
  readonly beforeBackup: number;
  /** Orders from before the backup that are missing after the restore. */
  readonly lost: readonly string[];
  readonly backupMs: number;
  readonly restoreMs: number;
  readonly checked: string;
}

async function must(...words: string[]): Promise<string> {
  const { status, stdout, stderr } = await docket(words);
  if (status !== 0) throw new Error(`docket ${words.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return Math.round(performance.now() - startedMs);
}

export async function drill(orders: number): Promise<DrillResult> {
  using data = dataDir();
  using shelf = dataDir();
  const at = ['--data', data.path];
  const backup = join(shelf.path, 'docket.backup');
  await initShop(at);
  const key = await makeKey(at, 'site');
  const begin = (): Promise<Running> => serve(data.path, ['--log-level', 'error']);

  const patienceMs = 15_000 + orders * ORDER_MS;
  const server = await begin();
  const load = startLoad(client(server.url, key), WRITERS);
  await until(`${orders} orders`, () => load.acknowledged.size >= orders, patienceMs);
  const before = [...load.acknowledged.keys()];
  const backupMs = await timed(() => must('backup', ...at, backup));
  const made = load.acknowledged.size;
  const sheet = await must('seal', 'show', ...at);
  await until(`${orders} more`, () => load.acknowledged.size >= made + orders, patienceMs);
  server.kill('SIGKILL');
  await Promise.all([server.exited, load.stop()]);
  rmSync(data.path, { recursive: true });

  const typed = { stdin: sheet.split('\n').slice(1, 5).join('\n') };
  const restoreMs = await timed(async () => {
    await docketJson(['seal', 'enter', ...at], typed);
    await must('restore', ...at, backup);
  });
  const checked = await must('check', ...at);
  const lost = missingOrders(data.path, before);
  const again = await begin();
  const taken = startLoad(client(again.url, key), 1);
  await until('an order', () => taken.acknowledged.size > 0);
  await taken.stop();
  await again.end();
  return { acknowledged: load.acknowledged.size, beforeBackup: before.length, lost, backupMs, restoreMs, checked };
}

if (import.meta.main) {
  const { acknowledged, beforeBackup, lost, backupMs, restoreMs, checked } = await drill(
    Number(process.argv[2] ?? 5_000),
  );
  process.stdout.write(`${checked}acknowledged ${acknowledged}, ${beforeBackup} of them before the backup; `);
  process.stdout.write(`lost of these: ${lost.length}; backup ${backupMs} ms, restore ${restoreMs} ms\n`);
  process.exitCode = lost.length === 0 ? 0 : 1;
}
