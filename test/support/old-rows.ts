/**
 * Rows as they accumulate over years, written straight into the file. Making them in the usual way would take too long.
 */

import { count, type SQL } from 'drizzle-orm';
import {
  deliveries,
  events,
  type GoOn,
  type mails,
  type Storage,
  type sessions,
  webhookAttempts,
  webhookEndpoints,
} from '../../src/storage/index.ts';
import type { TestStore } from './store.ts';

export type AnyTable = typeof events | typeof deliveries | typeof webhookAttempts | typeof mails | typeof sessions;

export const countOf = (storage: Storage, table: AnyTable, where?: SQL): number =>
  storage.read.select({ n: count() }).from(table).where(where).get()?.n ?? 0;

/** Adds an endpoint. @returns its number */
export function oldEndpoint(
  { storage, world, workspace }: TestStore,
  more: Partial<typeof webhookEndpoints.$inferInsert> = {},
): Promise<number> {
  const row = {
    id: world.newId(world.clock.now()),
    workspaceSeq: workspace.seq,
    url: 'http://127.0.0.1:9/',
    events: 'order.created',
    enabled: true,
    secret: 'whsec_none',
    createdAt: 0,
    updatedAt: 0,
    ...more,
  };
  return storage.write((tx) => tx.db.insert(webhookEndpoints).values(row).returning().get().seq);
}

/**
 * Events at the given moments, in this order, each with a delivery in `state` to each of the endpoints.
 * @returns their numbers
 */
export function oldEvents(
  { storage, world, workspace }: TestStore,
  moments: readonly number[],
  endpoints: readonly number[] = [],
  state: 'pending' | 'delivered' | 'failed' = 'delivered',
): Promise<number[]> {
  return storage.write((tx) =>
    moments.map((occurredAt) => {
      const id = world.newId(world.clock.now(), workspace.seq);
      const row = { id, workspaceSeq: workspace.seq, type: 'order.created', body: `{"id":"${id}"}`, occurredAt };
      const { seq: eventSeq } = tx.db.insert(events).values(row).returning().get();
      for (const endpointSeq of endpoints)
        tx.db.insert(deliveries).values({ endpointSeq, eventSeq, state, attempts: 1, dueAt: 0 }).run();
      return eventSeq;
    }),
  );
}

export function oldAttempts(
  { storage }: TestStore,
  endpointSeq: number,
  eventSeq: number,
  moments: readonly number[],
): Promise<void> {
  const before = countOf(storage, webhookAttempts);
  return storage.write((tx) => {
    for (const [index, at] of moments.entries()) {
      const row = { endpointSeq, number: before + index + 1, eventSeq, kind: 'scheduled' as const, attempt: 1 };
      tx.db
        .insert(webhookAttempts)
        .values({ ...row, responseTime: 1, at })
        .run();
    }
  });
}

/** A `goOn` that always continues, and the number of its calls. */
export function counting(between: () => Promise<unknown> = async () => undefined): { goOn: GoOn; steps: () => number } {
  let asked = 0;
  return {
    steps: () => asked,
    async goOn() {
      asked += 1;
      await between();
      return true;
    },
  };
}
