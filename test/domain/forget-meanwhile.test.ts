import { expect, test } from 'bun:test';
import { listOpen } from '../../src/forgetting/index.ts';
import { createOrder, keepSchedule, updateOrder } from '../../src/orders/index.ts';
import { orderHistory, orderSchedules, orders } from '../../src/storage/index.ts';
import { forget, workOff, writing } from '../support/forgetting.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

const PHONE = '+79161234567';

interface Scene {
  readonly act: () => Promise<unknown>;
  readonly expected: () => void;
}

/**
 * Forgets Anna several times, each time in a new store. The nth time, `act` runs right before the nth write of the
 * forgetting.
 */
async function atEachWrite(arrange: (store: TestStore) => Promise<Scene>): Promise<void> {
  for (let nth = 1, isOver = false; !isOver; nth += 1) {
    await using store = await openTestStore();
    const { act, expected } = await arrange(store);
    let left = nth;
    const storage = writing(store.storage, async (write) => {
      left -= 1;
      if (left === 0) await act();
      return write();
    });
    await forget(store, { phone: PHONE });
    await workOff(storage);
    isOver = left > 0;
    expect(listOpen(store.storage.read)).toEqual([]);
    if (!isOver) expected();
  }
}

const order = (client: Record<string, string>, more: object = {}) => ({
  requestKey: 'k',
  date: '2026-05-20T10:00:00+03:00',
  client,
  products: [{ name: 'Rose', quantity: 2, price: 100.5 }],
  additional: { comment: 'of Anna' },
  ...more,
});

const MEANWHILE = [
  {
    name: 'a client who is spelled in another way',
    before: order({ name: 'Anna', phone: PHONE }),
    data: { client: { name: 'Anna K.', phone: '8 916 123-45-67' } },
    after: { client: null, additional: null },
    repeats: false,
  },
  {
    name: 'an order that is handed to another client',
    before: order({ name: 'Anna', phone: PHONE }),
    data: { client: { name: 'Olga' }, additional: { comment: 'of Olga' } },
    after: { client: '{"name":"Olga"}', additional: '{"comment":"of Olga"}' },
    repeats: true,
  },
  {
    name: 'a recipient who becomes the client',
    before: order({ name: 'Olga' }, { recipient: { name: 'Anna', phone: PHONE } }),
    data: { client: { name: 'Anna', phone: PHONE } },
    after: { client: null, recipient: null, additional: null },
    repeats: false,
  },
];

for (const { name, before, data, after, repeats } of MEANWHILE) {
  test(`an order edited while a client is being forgotten keeps no words of that client: ${name}`, async () => {
    let edits = 0;
    await atEachWrite(async (store) => {
      const { id } = (await createOrder(store.ctx(), before)).order;
      await keepSchedule(store.ctx(), { orderId: id, every: 'year', next: '2027-05-20', last: null, daysBefore: 7 });
      const { read } = store.storage;
      const rows = () => [...read.select().from(orders).all(), ...read.select().from(orderHistory).all()];
      const words = () => JSON.stringify(rows()).match(/Anna|916.?123/g);
      let isEdited = false;
      return {
        async act() {
          // Texts written later are left for the next forgetting.
          isEdited = JSON.stringify(read.select().from(orders).all()).includes('Anna');
          if (isEdited) await updateOrder(store.ctx(), { id, data });
        },
        expected() {
          edits += isEdited ? 1 : 0;
          expect([edits, words()]).toEqual([edits, null]);
          if (!isEdited) return;
          expect(read.select().from(orders).get()).toMatchObject(after);
          expect(read.select().from(orderSchedules).all()).toHaveLength(repeats ? 1 : 0);
        },
      };
    });
    expect(edits).toBe(3);
  });
}
