import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { importDone, sendTable } from '../support/await-import.ts';
import { signedIn } from '../support/browser-session.ts';
import { orderBody } from '../support/docket.ts';
import { expectFailure, expectOk } from '../support/http-answers.ts';
import { addMember } from '../support/members.ts';
import { sharedShop } from '../support/shared.ts';

const own = sharedShop();
const { shop, owner } = own;
const at = () => `${own.base}/payments/import`;
const products = [{ name: 'Rose', quantity: 1, price: 100 }];
const addOrder = async (num: string): Promise<string> =>
  expectOk(
    await shop.api.post(
      '/api/v1/orders/create',
      orderBody({ requestKey: undefined, num, products, delivery: undefined }),
    ),
  ).id;

test('a file of payments is previewed, imported once although it is sent twice under one id, and a backup is made first', async () => {
  const id = await addOrder('P-1');
  const file =
    'order,date,amount,payment method\nP-1,2026-03-08,40.5,Card\nP-1,2026-03-09,-0.5,\nP-1,2026-03-10,70,Card\nP-2,2026-03-10,1,\n';
  expect(expectOk(await sendTable(owner, `${at()}?dryRun=1`, file))).toMatchObject({
    outcome: { new: 1, refunds: 1, known: 0, over: 1 },
    records: 3,
    sums: [
      { method: 'Card', payments: 1, paid: 40.5, refunds: 0, refunded: 0 },
      { method: '', payments: 0, paid: 0, refunds: 1, refunded: 0.5 },
    ],
    held: [{ line: 4, code: 'paid_over', value: 'P-1', than: '10' }],
    heldCount: 1,
    dropped: [{ line: 5, code: 'order_missing', value: 'P-2' }],
    preview: [
      {
        line: 2,
        isNew: true,
        changes: [
          { field: 'order', from: null, to: 'P-1, Мария Иванова' },
          { field: 'paid', from: 0, to: 40.5, isHeld: false },
        ],
      },
      { line: 3, isNew: false, known: 'refund' },
      { line: 4, changes: [{}, { field: 'paid', from: 40, to: 110, isHeld: true }] },
    ],
  });
  const formId = crypto.randomUUID();
  const begun = expectOk(await sendTable(owner, `${at()}?over=1`, file, formId)).started;
  const run = await importDone(owner, own.base, begun.id);
  expect(run).toMatchObject({ id: formId, kind: 'payments', counts: { new: 2, refunds: 1 }, mayUndo: true });
  // The same id is answered with the import that was begun under it.
  expect(expectOk(await sendTable(owner, `${at()}?over=1`, file, formId)).started.id).toBe(formId);
  expect(expectOk(await shop.api.get(`/api/v1/orders/${id}`))).toMatchObject({
    paidAmount: 110,
    paymentStatus: 'overpaid',
  });
  const { imports } = expectOk(await owner.get(`${own.base}/imports?kind=payments`));
  expect(imports.map((one: { id: string }) => one.id)).toEqual([formId]);
  expect(readdirSync(join(shop.dir, 'backups')).filter((name) => name.endsWith('-import.db'))).toHaveLength(1);
  const { rows } = expectOk(await owner.get(`${own.base}/history?kind=workspace`));
  expect(rows.map(({ action }: { action: string }) => action)).toContain('payments.imported');
});

test('a file with an error is not imported, and only a manager or an owner may import payments', async () => {
  await addOrder('P-9');
  const failed = await sendTable(owner, at(), 'order,date,amount\nP-9,31.02.2026,1\n');
  expect(expectFailure(failed, 422, 'validation_failed')).toMatchObject([{ path: 'line 2', rule: 'import_row' }]);
  for (const role of ['viewer', 'orders', 'manager'] as const) {
    const email = `${role}@example.com`;
    await addMember(shop.dir, shop.workspaceId, { email, password: 'long enough', role });
    const member = await signedIn(shop.url, email, 'long enough');
    const answer = await sendTable(member, `${at()}?dryRun=1`, 'order,date,amount\nP-9,2026-03-08,1\n');
    if (role === 'manager') expectOk(answer);
    else expectFailure(answer, 403, 'forbidden');
  }
});
