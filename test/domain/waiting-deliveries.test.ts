import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { deliveries, inspect, webhookEndpoints } from '../../src/storage/index.ts';
import {
  type AttemptOutcome,
  EVENT_TYPES,
  endpointsHealth,
  readDeliveryFigures,
  readQueue,
  removeEndpoint,
  resendEvent,
  resendMissed,
  settleAttempts,
} from '../../src/webhooks/index.ts';
import { workOf } from '../support/count-work.ts';
import { alter, rowsIn } from '../support/raw-database.ts';
import { POLICY } from '../support/scheduling.ts';
import { addOrder, openTestStore, type TestStore } from '../support/store.ts';

const make = (store: TestStore) => addOrder(store.ctx());
const open = (store: TestStore, createdAt = 0) =>
  store.storage.write((tx) =>
    tx.db
      .insert(webhookEndpoints)
      .values({
        id: tx.newId(),
        workspaceSeq: store.workspace.seq,
        url: 'https://203.0.113.9/',
        secret: 'whsec_',
        events: EVENT_TYPES.join(' '),
        enabled: true,
        createdAt,
        updatedAt: 0,
      })
      .run(),
  );

interface Delivery {
  readonly endpointSeq: number;
  readonly eventSeq: number;
  readonly attempts: number;
}
const deliveriesOf = (store: TestStore): Delivery[] => {
  const sql = 'SELECT endpoint_seq AS endpointSeq, event_seq AS eventSeq, attempts FROM deliveries';
  return rowsIn<Delivery>(store.storage.path, sql);
};

const settle = (
  store: TestStore,
  outcome: Pick<AttemptOutcome, 'endpointSeq' | 'eventSeq'> & Partial<AttemptOutcome>,
) =>
  store.storage.write((tx) =>
    settleAttempts(tx, POLICY, null, [
      {
        kind: 'scheduled',
        attempt: 1,
        requestSeq: null,
        reason: null,
        httpCode: 200,
        response: null,
        durationMs: 1,
        at: tx.now,
        ...outcome,
      },
    ]),
  );

const BEFALLS: Readonly<Record<string, (store: TestStore, delivery: Delivery) => Promise<unknown>>> = {
  create: make,
  arrives: (store, { attempts, ...one }) => settle(store, { ...one, attempt: attempts + 1 }),
  fails: (store, { attempts, ...one }) => settle(store, { ...one, attempt: attempts + 1, reason: 'status' }),
  'is given up': async (store, one) => {
    for (let attempt = 1; attempt <= 8; attempt += 1) await settle(store, { ...one, attempt, reason: 'status' });
  },
  'is sent by hand': async (store, { endpointSeq, eventSeq }) => {
    const id = eventIdOf(store, eventSeq);
    const endpoint = endpointIdOf(store, endpointSeq);
    const { requestSeq } = await resendEvent(store.ctx(), { id: endpoint, eventId: id });
    await settle(store, { endpointSeq, eventSeq, kind: 'resend', attempt: 0, requestSeq });
  },
  'is sent with all that was missed': (store, { endpointSeq }) =>
    resendMissed(store.ctx(), { id: endpointIdOf(store, endpointSeq), sinceMs: 0 }),
  'loses its endpoint': (store, { endpointSeq }) => removeEndpoint(store.ctx(), endpointIdOf(store, endpointSeq)),
};

function idIn(store: TestStore, table: string, seq: number): string {
  const sql = `SELECT lower(hex(id)) AS id FROM ${table} WHERE seq = ?`;
  const [{ id } = { id: '' }] = rowsIn<{ id: string }>(store.storage.path, sql, seq);
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
const eventIdOf = (store: TestStore, seq: number): string => idIn(store, 'events', seq);
const endpointIdOf = (store: TestStore, seq: number): string => idIn(store, 'webhook_endpoints', seq);

const steps = fc.array(fc.record({ what: fc.constantFrom(...Object.keys(BEFALLS)), at: fc.nat(20) }), {
  maxLength: 20,
});

test('the count of waiting deliveries is right after any change', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await using store = await openTestStore();
      for (let endpoint = 0; endpoint < 3; endpoint += 1) await open(store);
      await Promise.all([make(store), make(store)]);
      for (const { what, at } of all) {
        const deliveries = deliveriesOf(store);
        const one = deliveries[at % Math.max(deliveries.length, 1)];
        if (one !== undefined) await BEFALLS[what]?.(store, one);
      }
      expect(inspect(store.dataDir)?.problems).toEqual([]);
      const { waiting } = readQueue(store.storage.read);
      const pending = "SELECT count(*) AS waiting FROM deliveries WHERE state = 'pending'";
      expect(rowsIn(store.storage.path, pending)).toEqual([{ waiting }]);
    }),
    { numRuns: 12 },
  );
});

test('the count of waiting deliveries costs the same for 10 deliveries as for 3,000', async () => {
  const costs = [];
  for (const count of [10, 3_000]) {
    await using store = await openTestStore();
    await open(store);
    await make(store);
    alter(
      store.storage.path,
      `WITH RECURSIVE n (v) AS (SELECT 1000 UNION ALL SELECT v + 1 FROM n WHERE v < ${1_000 + count})
        INSERT INTO deliveries (endpoint_seq, event_seq, state, attempts, due_at) SELECT 1, v, 'pending', 1, v FROM n`,
      'UPDATE waiting_deliveries SET deliveries = (SELECT count(*) FROM deliveries)',
    );
    await new Promise(setImmediate);
    const { read } = store.storage;
    expect(readQueue(read)).toEqual({ waiting: count + 2, oldestDueAt: 1_000 });
    const { steps } = await workOf(store, async () => [
      readQueue(read, store.workspace.seq),
      readDeliveryFigures(read),
      await endpointsHealth(store.storage, store.workspace),
    ]);
    costs.push(steps);
  }
  expect(costs[1]).toBe(costs[0] ?? 0);
});

test('missed events are resent in short steps, and events from before the endpoint existed cost nothing', async () => {
  const works = [];
  for (const [older, missed] of [
    [10, 260],
    [300, 520],
  ] as const) {
    await using store = await openTestStore();
    await Promise.all(Array.from({ length: older }, () => make(store)));
    store.world.clock.advance(1_000);
    await open(store, store.world.clock.now());
    const id = endpointIdOf(store, 1);
    const work = async () => {
      const { steps, statements } = await workOf(store, () => resendMissed(store.ctx(), { id, sinceMs: 0 }));
      return { steps, longest: Math.max(...statements.map((one) => one.steps)) };
    };
    const { steps } = await work();
    await Promise.all(Array.from({ length: missed }, () => make(store)));
    await store.storage.write(({ db }) => void db.delete(deliveries).run());
    const { longest } = await work();
    works.push([steps, longest]);
    expect(deliveriesOf(store)).toHaveLength(missed);
  }
  const [[none = 0, few = 0], [many = 0, more = 0]] = works as [number[], number[]];
  expect(many).toBeLessThan(none * 1.1);
  expect(more).toBeLessThan(few * 1.1);
});
