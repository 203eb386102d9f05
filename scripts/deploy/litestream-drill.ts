/**
 * A drill of litestream.yml on this machine, with temporary folders and servers. Docket and Litestream are each
 * restarted once while orders arrive. Then the replica is out of reach for a while, unless it is a folder. At the end
 * both processes are killed and the data is deleted. The restored orders are compared with the acknowledged ones.
 * Usage: bun scripts/deploy/litestream-drill.ts [folder|s3|sftp] [litestream] [seconds out of reach]
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  client,
  type DataDir,
  dataDir,
  docket,
  initShop,
  makeKey,
  type Running,
  serve,
} from '../../test/support/docket.ts';
import { type Load, missingOrders, startLoad } from '../../test/support/load.ts';
import { openReplica, REPLICA_KINDS, type Replica, type ReplicaKind } from '../../test/support/replicas.ts';
import { runProgram } from '../../test/support/run-program.ts';
import { until } from '../../test/support/until.ts';
import { type Outage, outage } from './litestream-outage.ts';

interface DrillResult {
  readonly acknowledged: number;
  /** The number of orders refused or unanswered while Docket ran. Must be 0, whatever happens to the replica. */
  readonly refused: number;
  /** The number of acknowledged orders that are missing from the restored database. */
  readonly lost: number;
  /** The number of lost orders that were acknowledged before the last load began; must be 0. */
  readonly lostEarlier: number;
  /** Seconds from the acknowledgement of the oldest lost order to the kill; 0 if none was lost. */
  readonly lostSeconds: number;
  readonly restoreMs: number;
  readonly checked: string;
  /** The figures for the time without the replica; undefined if it was always in reach. */
  readonly outage: Outage | undefined;
}

const CONFIG = join(import.meta.dir, 'litestream.yml');
const WRITERS = 8;
const ORDERS = 500;
const LAST_ORDERS = 2_000;
/**
 * Before the kill, orders are created for at least this time, so that Litestream syncs several times (once a second).
 */
const LAST_MS = 4_000;
const LONG_MS = 60_000;

interface Machine {
  readonly data: DataDir;
  readonly replica: Replica;
  readonly outageMs: number;
  readonly replicate: () => Bun.Subprocess;
  /** Runs a Litestream command on the database and returns the output. @throws Error if the command fails */
  readonly must: (command: string, ...words: string[]) => Promise<string>;
}

interface Ran {
  readonly loads: readonly Load[];
  readonly killedMs: number;
  readonly outage: Outage | undefined;
}

export function machineOf(litestream: string, data: DataDir, replica: Replica, outageMs = 0): Machine {
  // This machine's variables for other stores must not override those of the replica.
  const others = Object.entries(Bun.env).filter(([name]) => !/^(?:AWS|DOCKET|LITESTREAM)_/.test(name));
  const env = { ...Object.fromEntries(others), DOCKET_DATA: data.path, ...replica.env };
  return {
    data,
    replica,
    outageMs,
    replicate: () =>
      Bun.spawn([litestream, 'replicate', '-config', CONFIG], { env, stdout: 'ignore', stderr: 'ignore' }),
    async must(command, ...words) {
      const all = [litestream, command, '-config', CONFIG, ...words, join(data.path, 'docket.db')];
      const { stdout, stderr, status } = await runProgram(all, { env });
      if (status !== 0) throw new Error(`litestream ${command} ended with ${status}: ${stderr}`);
      return stdout;
    },
  };
}

async function loadFor(server: Running, key: string, orders: number, leastMs: number): Promise<Load> {
  const load = startLoad(client(server.url, key), WRITERS);
  const startedMs = performance.now();
  const enough = (): boolean => load.acknowledged.size >= orders && performance.now() - startedMs >= leastMs;
  await until(`${orders} orders`, enough, LONG_MS);
  return load;
}

/**
 * Counts requests that were refused or got no answer while Docket ran. Unanswered requests of the last load are not
 * counted, because the kill caused them.
 */
function refusedOf(loads: readonly Load[]): number {
  const unanswered = loads.slice(0, -1).reduce((sum, load) => sum + load.unanswered.length, 0);
  return loads.reduce((sum, load) => sum + load.refused() + load.strange.length, unanswered);
}

/** Runs the drill, which takes some fifteen seconds plus the outage. @param litestream the command or its path */
export async function drillLitestream(litestream: string, kind: ReplicaKind, outageMs: number): Promise<DrillResult> {
  using data = dataDir();
  using restored = dataDir();
  await using replica = await openReplica(kind);
  const machine = machineOf(litestream, data, replica, outageMs);
  const { loads, killedMs, outage } = await loadAndLose(machine);
  rmSync(data.path, { recursive: true });

  const startedMs = performance.now();
  await machine.must('restore', '-o', join(restored.path, 'docket.db'));
  const restoreMs = Math.round(performance.now() - startedMs);
  const { stdout: checked } = await docket(['check', '--data', restored.path]);

  const lostOf = (some: readonly Load[]): number[] =>
    some.flatMap(({ acknowledged }) =>
      missingOrders(restored.path, acknowledged.keys()).map((id) => acknowledged.get(id) ?? 0),
    );
  const lost = lostOf(loads);
  return {
    acknowledged: loads.reduce((sum, load) => sum + load.acknowledged.size, 0),
    refused: refusedOf(loads),
    lost: lost.length,
    lostEarlier: lostOf(loads.slice(0, -1)).length,
    lostSeconds: lost.length === 0 ? 0 : (killedMs - Math.min(...lost)) / 1_000,
    restoreMs,
    checked,
    outage,
  };
}

async function loadAndLose(machine: Machine): Promise<Ran> {
  const { data, replica, replicate } = machine;
  const at = ['--data', data.path];
  await initShop(at);
  const key = await makeKey(at, 'site');
  const begin = (): Promise<Running> => serve(data.path, ['--log-level', 'error']);
  let replication = replicate();
  let server: Running | undefined;
  try {
    server = await begin();
    const first = await loadFor(server, key, ORDERS, 0);
    await first.stop();
    // Docket is restarted as in an update: it checkpoints and closes the file, while Litestream keeps the file open.
    server.kill('SIGTERM');
    await server.exited;
    server = await begin();
    const second = await loadFor(server, key, ORDERS, 0);
    replication.kill('SIGTERM');
    await replication.exited;
    await until('as many orders again', () => second.acknowledged.size >= 2 * ORDERS, LONG_MS);
    replication = replicate();
    await second.stop();
    const scene = { data: data.path, server, key, writers: WRITERS, pieces: () => machine.must('ltx', '-json') };
    const out = replica.reach && (await outage(scene, replica.reach, machine.outageMs));
    const last = await loadFor(server, key, LAST_ORDERS, LAST_MS);
    const killedMs = performance.now();
    server.kill('SIGKILL');
    replication.kill('SIGKILL');
    await last.stop();
    return { loads: [first, second, ...(out ? [out.load] : []), last], killedMs, outage: out };
  } finally {
    server?.kill('SIGKILL');
    replication.kill('SIGKILL');
    await Promise.all([server?.exited, replication.exited]);
  }
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;

export function summary(kind: ReplicaKind, drilled: DrillResult): string {
  const { acknowledged, refused, lost, lostSeconds, restoreMs, outage } = drilled;
  const loss = `acknowledged ${acknowledged}, refused ${refused}, lost ${lost} (of the last ${lostSeconds.toFixed(1)} s)`;
  const whole = `${kind}: ${loss}, restored in ${restoreMs} ms\n`;
  if (outage === undefined) return whole;
  const { rate, pauseMs, walBytes, heldBytes, caughtUpSeconds } = outage;
  const words = [
    `${rate.during} creates a second (before ${rate.before})`,
    `none for ${pauseMs.during} ms at most (${pauseMs.before})`,
    `log of changes ${megabytes(walBytes.during)} (${megabytes(walBytes.before)})`,
    `held for later ${megabytes(heldBytes)}, sent ${caughtUpSeconds.toFixed(1)} s after the return`,
  ];
  return `${whole}  out of reach: ${words.join(', ')}\n`;
}

if (import.meta.main) {
  const [kind = 'folder', litestream = 'litestream', seconds = '20'] = process.argv.slice(2);
  const known = REPLICA_KINDS.find((one) => one === kind);
  if (known === undefined) throw new Error(`there are ${REPLICA_KINDS.join(', ')} to replicate to, not ${kind}`);
  const result = await drillLitestream(litestream, known, Number(seconds) * 1_000);
  process.stdout.write(`${result.checked}${summary(known, result)}`);
  const whole = result.lostEarlier === 0 && result.refused === 0 && result.checked.includes('the database is sound');
  process.exitCode = whole ? 0 : 1;
}
