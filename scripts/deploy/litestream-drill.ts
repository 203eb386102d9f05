import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { client, type DataDir, dataDir, docket, docketJson, type Running, serve } from '../../test/support/docket.ts';
import { type Load, missingOrders, startLoad, until } from '../../test/support/load.ts';

/**
 * The drill of litestream.yml, on this machine and into folders that are gone afterwards: orders come in, Docket and Litestream
 * are each restarted in the midst of it, then both are killed, the data is deleted, and what the replica gives back is held
 * against what was acknowledged. Usage: bun scripts/deploy/litestream-drill.ts [litestream]
 */

export interface Drilled {
  readonly acknowledged: number;
  /** Acknowledged, and not in what was restored. */
  readonly lost: number;
  /** Of these, acknowledged before the last stretch of load began: there must be none. */
  readonly lostEarlier: number;
  /** From the acknowledgement of the oldest order that was lost until the machine was, seconds; 0 where none was. */
  readonly lostSeconds: number;
  readonly restoreMs: number;
  /** What `docket check` says of what was restored. */
  readonly checked: string;
}

const CONFIG = join(import.meta.dir, 'litestream.yml');
const WRITERS = 8;
const ORDERS = 500;
const LAST_ORDERS = 2_000;
/** Long enough for some ten syncs. */
const LAST_MS = 4_000;

interface Machine {
  readonly litestream: string;
  readonly data: DataDir;
  readonly env: Record<string, string>;
}

const replicate = ({ litestream, env }: Machine) =>
  Bun.spawn([litestream, 'replicate', '-config', CONFIG], { env, stdout: 'ignore', stderr: 'ignore' });

async function loadFor(server: Running, key: string, orders: number, leastMs: number): Promise<Load> {
  const load = startLoad(client(server.url, key), WRITERS);
  const startedMs = performance.now();
  await until(() => load.acknowledged.size >= orders && performance.now() - startedMs >= leastMs);
  return load;
}

/** Takes some fifteen seconds. @param litestream the command, or where it is */
export async function drillLitestream(litestream: string): Promise<Drilled> {
  using data = dataDir();
  using replica = dataDir();
  using restored = dataDir();
  const env = { ...Bun.env, DOCKET_DATA: data.path, DOCKET_REPLICA: `file://${replica.path}` } as Record<
    string,
    string
  >;
  const machine: Machine = { litestream, data, env };
  const { loads, killedMs } = await loadAndLose(machine);
  rmSync(data.path, { recursive: true });

  const startedMs = performance.now();
  const command = [litestream, 'restore', '-config', CONFIG, '-o', join(restored.path, 'docket.db')];
  const restoring = Bun.spawnSync([...command, join(data.path, 'docket.db')], { env, stderr: 'pipe' });
  if (!restoring.success) throw new Error(`litestream restore: ${restoring.stderr}`);
  const restoreMs = Math.round(performance.now() - startedMs);
  const { stdout: checked } = await docket(['check', '--data', restored.path]);

  const lostOf = (some: readonly Load[]): number[] =>
    some.flatMap(({ acknowledged }) =>
      missingOrders(restored.path, acknowledged.keys()).map((id) => acknowledged.get(id) ?? 0),
    );
  const lost = lostOf(loads);
  return {
    acknowledged: loads.reduce((sum, load) => sum + load.acknowledged.size, 0),
    lost: lost.length,
    lostEarlier: lostOf(loads.slice(0, -1)).length,
    lostSeconds: lost.length === 0 ? 0 : (killedMs - Math.min(...lost)) / 1_000,
    ...{ restoreMs, checked },
  };
}

async function loadAndLose(machine: Machine): Promise<{ loads: Load[]; killedMs: number }> {
  const at = ['--data', machine.data.path];
  await docketJson(['init', ...at, '--workspace', 'Drill', '--email', 'a@example.com', '--password', 'long enough']);
  const { key } = await docketJson<{ key: string }>(['key', 'create', ...at, '--source', 'site']);
  const begin = (): Promise<Running> => serve(machine.data.path, ['--log-level', 'error']);
  let server = await begin();
  let replication = replicate(machine);
  try {
    const first = await loadFor(server, key, ORDERS, 0);
    await first.stop();
    // An update of Docket: it checkpoints and closes the file, which Litestream goes on holding.
    server.kill('SIGTERM');
    await server.exited;
    server = await begin();
    const second = await loadFor(server, key, ORDERS, 0);
    // An update of Litestream, under load.
    replication.kill('SIGTERM');
    await replication.exited;
    await until(() => second.acknowledged.size >= 2 * ORDERS);
    replication = replicate(machine);
    await second.stop();
    const third = await loadFor(server, key, LAST_ORDERS, LAST_MS);
    const killedMs = performance.now();
    server.kill('SIGKILL');
    replication.kill('SIGKILL');
    await third.stop();
    return { loads: [first, second, third], killedMs };
  } finally {
    server.kill('SIGKILL');
    replication.kill('SIGKILL');
    await Promise.all([server.exited, replication.exited]);
  }
}

if (import.meta.main) {
  const result = await drillLitestream(process.argv[2] ?? 'litestream');
  const { acknowledged, lost, lostEarlier, lostSeconds, restoreMs, checked } = result;
  process.stdout.write(
    `${checked}acknowledged ${acknowledged}, lost ${lost} (of the last ${lostSeconds.toFixed(1)} s), `,
  );
  process.stdout.write(`restored in ${restoreMs} ms\n`);
  process.exitCode = lostEarlier === 0 && checked.includes('the database is sound') ? 0 : 1;
}
