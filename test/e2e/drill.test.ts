import { expect, test } from 'bun:test';
import { drill } from '../../scripts/drill.ts';

const ORDERS = 300;

test('everything acknowledged before a backup under load is there after its restore', async () => {
  const { acknowledged, beforeBackup, lost, checked } = await drill(ORDERS);
  expect(lost).toEqual([]);
  expect(checked).toContain('ok: the database is sound');
  expect(acknowledged).toBeGreaterThan(beforeBackup);
});
