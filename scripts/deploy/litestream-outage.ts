import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { client, type Running } from '../../test/support/docket.ts';
import { type Load, startLoad } from '../../test/support/load.ts';
import type { Replica } from '../../test/support/replicas.ts';
import { until } from '../../test/support/until.ts';

export interface Outage {
  readonly load: Load;
  /** The number of creates per second, before and during the outage. */
  readonly rate: { readonly before: number; readonly during: number };
  /** The longest time without an acknowledged create, before and during the outage. */
  readonly pauseMs: { readonly before: number; readonly during: number };
  /** The largest size of the write-ahead log, before and during the outage. */
  readonly walBytes: { readonly before: number; readonly during: number };
  /** The bytes that Litestream stored next to the database during the outage, to send them later. */
  readonly heldBytes: number;
  /**
   * Seconds from the end of the outage until the replica had every change that Litestream had stored during the outage.
   * The load continued while the replica caught up.
   */
  readonly caughtUpSeconds: number;
}

interface Scene {
  readonly data: string;
  readonly server: Running;
  readonly key: string;
  readonly writers: number;
  /** Returns the output of `litestream ltx -json`, which lists the replica's pieces. */
  readonly pieces: () => Promise<string>;
}

const BEFORE_MS = 3_000;
const LOOK_MS = 100;
/** The time allowed for catching up. Litestream retries at growing intervals of up to five minutes. */
const CATCH_UP_MS = 600_000;

/**
 * Returns the number of the last change that Litestream has stored here, and the bytes of all pieces. Litestream
 * removes a piece only long after sending it, so the bytes do not shrink during an outage.
 */
function held(data: string): { last: number; bytes: number } {
  const folder = join(data, '.docket.db-litestream/ltx/0');
  const pieces = readdirSync(folder).filter((name) => name.endsWith('.ltx'));
  const size = (name: string): number => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return {
    last: Math.max(0, ...pieces.map((name) => Number.parseInt(name.split('-')[1] ?? '0', 16))),
    bytes: pieces.reduce((sum, name) => sum + size(name), 0),
  };
}

interface OutageFigures {
  readonly rate: number;
  readonly pauseMs: number;
  readonly walBytes: number;
}

async function watch(load: Load, data: string, forMs: number): Promise<OutageFigures> {
  const [startedMs, already] = [performance.now(), load.acknowledged.size];
  let walBytes = 0;
  while (performance.now() - startedMs < forMs) {
    await Bun.sleep(LOOK_MS);
    walBytes = Math.max(walBytes, statSync(join(data, 'docket.db-wal'), { throwIfNoEntry: false })?.size ?? 0);
  }
  const times = [startedMs, ...[...load.acknowledged.values()].slice(already), performance.now()];
  const pauseMs = times.reduce((longest, time, at) => Math.max(longest, time - (times[at - 1] ?? time)), 0);
  const seconds = (performance.now() - startedMs) / 1_000;
  return { rate: Math.round((times.length - 2) / seconds), pauseMs: Math.round(pauseMs), walBytes };
}

async function lastReplicated(pieces: Scene['pieces']): Promise<number> {
  const all = JSON.parse(await pieces()) as readonly { readonly max_txid: string }[];
  return Math.max(0, ...all.map((piece) => Number.parseInt(piece.max_txid, 16)));
}

/**
 * Makes the replica unreachable under load, and waits until it has caught up.
 * @param lastMs the length of the outage
 */
export async function outage(scene: Scene, reach: NonNullable<Replica['reach']>, lastMs: number): Promise<Outage> {
  const { data, server, key, writers, pieces } = scene;
  const load = startLoad(client(server.url, key), writers);
  const before = await watch(load, data, BEFORE_MS);
  const already = held(data).bytes;
  await reach.lose();
  const during = await watch(load, data, lastMs);
  const { last, bytes } = held(data);
  await reach.regain();
  const regainedMs = performance.now();
  await until('the replica to have caught up', async () => (await lastReplicated(pieces)) >= last, CATCH_UP_MS);
  const caughtUpSeconds = (performance.now() - regainedMs) / 1_000;
  await load.stop();
  const both = (name: keyof OutageFigures) => ({ before: before[name], during: during[name] });
  return {
    load,
    caughtUpSeconds,
    heldBytes: bytes - already,
    rate: both('rate'),
    pauseMs: both('pauseMs'),
    walBytes: both('walBytes'),
  };
}
