import { expect, test } from 'bun:test';
import { drill } from '../../scripts/drill.ts';

const ORDERS = 300;

test('the drill: a backup under load, a kill, all files deleted, a restore; everything acknowledged before the backup is there', async () => {
  const { acknowledged, beforeBackup, lost, checked } = await drill(ORDERS);
  expect(lost).toEqual([]);
  expect(checked).toContain('ok: the database is sound');
  expect(acknowledged).toBeGreaterThan(beforeBackup);
});
