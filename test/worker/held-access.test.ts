import { expect, test } from 'bun:test';
import { listMails, queueMail } from '../../src/mail/index.ts';
import { installation } from '../../src/storage/index.ts';
import { openAccess } from '../../src/workspaces/index.ts';
import { HOUR, makeOrder, openScheduling } from '../support/scheduling.ts';
import { TEST_ACTOR } from '../support/store.ts';

test('no webhook or mail is sent while access is blocked after a restore', async () => {
  await using at = await openScheduling();
  const { storage, workspace } = at.store;
  await storage.write((tx) => void tx.db.update(installation).set({ accessHeldAt: tx.now }).run());
  at.restart();
  const { receiver } = await at.receive();
  await makeOrder(at);
  const mail = { workspaceSeq: workspace.seq, kind: 'restored', recipient: '' } as const;
  await storage.write((tx) => queueMail(tx, { ...mail, worded: { subject: '', text: '', html: '' } }));
  await at.advance(HOUR);
  const states = () => listMails(storage, workspace.seq).map(({ state }) => state);
  expect([receiver.received.length, states()]).toEqual([0, ['pending']]);
  expect(await openAccess({ storage, actor: TEST_ACTOR })).toBe(true);
  await at.advance(HOUR);
  expect([receiver.received.length, states()]).toEqual([1, ['logged']]);
});
