import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { updateOrder } from '../../src/orders/index.ts';
import { webhookEndpoints } from '../../src/storage/index.ts';
import { settleAttempts } from '../../src/webhooks/index.ts';
import { workOf } from '../support/count-work.ts';
import { forget, workOff } from '../support/forgetting.ts';
import { POLICY } from '../support/scheduling.ts';
import { addOrder, openTestStore, type TestStore } from '../support/store.ts';

const PHONE = '+79161234567';

async function openSending(forgettings: number): Promise<TestStore> {
  const store = await openTestStore();
  const { storage, workspace } = store;
  await storage.write((tx) => {
    const endpoint = { url: 'https://203.0.113.9/', secret: 'whsec_', events: 'order.created order.updated' };
    const row = { ...endpoint, id: tx.newId(), workspaceSeq: workspace.seq, enabled: true, createdAt: 0, updatedAt: 0 };
    tx.db.insert(webhookEndpoints).values(row).run();
    tx.db.run(sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${forgettings})
      INSERT INTO forgettings (id, workspace_seq, hashes, step, place, counts, again, begun_at, finished_at)
      SELECT randomblob(16), ${workspace.seq}, '[]', 'copies', '[]', '{}', 0, 0, 1 FROM n`);
    tx.db.run(sql`INSERT INTO forgotten_orders SELECT seq, 900 + seq FROM forgettings`);
  });
  await addOrder(store.ctx());
  return store;
}

/**
 * Records an answer to the newest event.
 * @returns the steps that SQLite takes to look for forgettings of the event's order
 */
async function stepsOfAnswer(store: TestStore): Promise<number> {
  const [event] = store.storage.read.all<{ seq: number }>(sql`SELECT max(seq) AS seq FROM events`);
  const told = { endpointSeq: 1, eventSeq: event?.seq ?? 0, kind: 'scheduled', attempt: 1, requestSeq: null } as const;
  const answer = { reason: 'status', httpCode: 500, durationMs: 1, response: 'no', at: 0 } as const;
  const { statements } = await workOf(store, () =>
    store.storage.write((tx) => settleAttempts(tx, POLICY, null, [{ ...told, ...answer }])),
  );
  const looks = statements.filter((one) => one.sql.includes('forgotten_orders'));
  expect(looks).toHaveLength(1);
  return looks.reduce((sum, { steps }) => sum + steps, 0);
}

test('recording a receiver’s answer costs SQLite the same number of steps, however many clients were forgotten', async () => {
  await using few = await openSending(10);
  await using many = await openSending(1_000);
  expect(await stepsOfAnswer(many)).toBe(await stepsOfAnswer(few));
});

test('recording a receiver’s answer costs SQLite the same number of steps, however often the order’s client was forgotten', async () => {
  const stepsAfter = async (times: number): Promise<number> => {
    await using store = await openSending(1);
    const client = { name: 'Anna', phone: PHONE };
    const id = await addOrder(store.ctx());
    for (let time = 0; time < times; time += 1) {
      await updateOrder(store.ctx(), { id, data: { client } });
      await forget(store, { phone: PHONE });
      await workOff(store.storage);
      store.world.clock.advance(1_000);
    }
    await updateOrder(store.ctx(), { id, data: { additional: { comment: 'of Olga' } } });
    return await stepsOfAnswer(store);
  };
  expect(await stepsAfter(8)).toBe(await stepsAfter(2));
});
