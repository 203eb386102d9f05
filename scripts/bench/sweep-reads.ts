import { silentLog, systemClock } from '../../src/base/index.ts';
import { createOrder, listOrders } from '../../src/orders/index.ts';
import { createTidying, LogKeeper } from '../../src/worker/index.ts';
import type { Ctx } from '../../src/workspaces/index.ts';
import { openBacklog, orderOf } from './retention.ts';

/**
 * Usage: sweep-reads.ts DIR. What lists of ten take alone, and beside a sweep that has years before it; in one process, for a
 * server sweeps at its own hours. Prints a line of JSON.
 */

const READERS = 4;
const MEASURED_MS = 4_000;
const ORDERS = 100;

export interface SweptReads {
  readonly alone: Times;
  readonly beside: Times;
}

interface Times {
  readonly p99Ms: number;
  readonly mostMs: number;
}

/** A reader asks, and is answered when the event loop comes to it. */
async function timesOf(ctx: Ctx): Promise<Times> {
  const times: number[] = [];
  const untilMs = performance.now() + MEASURED_MS;
  const one = async (): Promise<void> => {
    while (performance.now() < untilMs) {
      const begunMs = performance.now();
      await new Promise((resolve) => setTimeout(resolve));
      await listOrders(ctx, { limit: 10 });
      times.push(performance.now() - begunMs);
    }
  };
  await Promise.all(Array.from({ length: READERS }, one));
  times.sort((a, b) => a - b);
  return { p99Ms: times[Math.floor(times.length * 0.99)] ?? 0, mostMs: times.at(-1) ?? 0 };
}

if (import.meta.main) {
  const { storage, ctx } = await openBacklog(process.argv[2] ?? '');
  // As a server does: no commit waits for the disk.
  const logKeeper = new LogKeeper({ storage, log: silentLog });
  logKeeper.start();
  for (let n = 0; n < ORDERS; n += 1) await createOrder(ctx, orderOf(n));
  await timesOf(ctx);
  const alone = await timesOf(ctx);
  const tidying = createTidying({ storage, clock: systemClock, log: silentLog, firstMs: 0 });
  tidying.start();
  const beside = await timesOf(ctx);
  await tidying.stop();
  process.stdout.write(`${JSON.stringify({ alone, beside } satisfies SweptReads)}\n`);
  await logKeeper.stop();
  await storage.close();
}
