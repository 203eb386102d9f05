import { expect, test } from 'bun:test';
import { listLost } from '../../src/backups/index.ts';
import { sealedFor, webhookEndpoints } from '../../src/storage/index.ts';
import { workOf } from '../support/count-work.ts';
import { openTestStore, secondWorkspace, type TestStore } from '../support/store.ts';

const LOST = 'sealed.AAAAAAAA.AAAA';

/** Adds an endpoint to a workspace. @param isLost true if its secret was sealed under a key that is not here */
const add = ({ storage }: TestStore, workspaceSeq: number, isLost: boolean) =>
  storage.write((tx) => {
    const id = tx.newId();
    const secret = isLost ? LOST : tx.secrets.seal('whsec_', sealedFor.endpoint(id));
    const times = { createdAt: 0, updatedAt: 0 };
    const url = `https://203.0.113.9/${isLost ? 'lost' : 'kept'}`;
    tx.db
      .insert(webhookEndpoints)
      .values({ id, workspaceSeq, url, secret, events: '', enabled: true, ...times })
      .run();
  });

test('the search for secrets without a matching seal key takes two statements and fewer than 30 SQLite steps per endpoint', async () => {
  await using store = await openTestStore();
  for (let shop = 0; shop < 40; shop += 1) {
    const workspace = await secondWorkspace(store);
    for (let nth = 0; nth < 3; nth += 1) await add(store, workspace.seq, shop === 7 && nth === 1);
  }
  const { statements, steps } = await workOf(store, () => listLost(store.storage));
  expect(statements).toHaveLength(2);
  expect(steps).toBeLessThan(40 * 3 * 30);
  expect(listLost(store.storage)).toMatchObject({ factors: [], endpoints: [{ url: 'https://203.0.113.9/lost' }] });
});
