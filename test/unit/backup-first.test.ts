import { expect, test } from 'bun:test';
import type { BackupOutcome } from '../../src/backups/index.ts';
import { BackupError, backupRefusal, systemClock } from '../../src/base/index.ts';
import { backUpFirst, servesFor } from '../../src/dashboard/imports/backup-first.ts';
import { IDLE_BACKUPS } from '../support/idle-backups.ts';
import { openTestStore } from '../support/store.ts';

const MINUTE = 60_000;
const GB = 1_073_741_824;

test('only a small import into a large database accepts a backup older than 15 minutes', () => {
  expect(servesFor(1, GB - 1)).toBe(15 * MINUTE);
  expect(servesFor(100_000, 9 * GB)).toBe(15 * MINUTE);
  expect(servesFor(101, GB)).toBe(15 * MINUTE);
  expect(servesFor(100, GB)).toBe(24 * 60 * MINUTE);
});

const failed = (refusal: BackupError['refusal']): BackupOutcome => ({ kind: 'failed', reason: 'in English', refusal });
const room = new BackupError({ rule: 'backup_room', place: '/backups', needed: '12 MiB', free: '3 MiB' });

test.each([
  [undefined, undefined],
  [failed(backupRefusal(room)), 'import_no_room'],
  [failed({ rule: 'backup_place', place: '/backups', trouble: 'full' }), 'import_no_room'],
  [failed({ rule: 'backup_place', place: '/backups', trouble: 'denied' }), 'import_unsafe'],
  [{ kind: 'stopped' } as const, 'import_unsafe'],
])('if the backup before an import ends as %j, the refusal is %p and contains no file path', async (outcome, rule) => {
  await using store = await openTestStore();
  const backups = { ...IDLE_BACKUPS, have: () => Promise.resolve(outcome) };
  const told = await backUpFirst({ backups, storage: store.storage, clock: systemClock }, 5).catch((error) => error);
  expect(told?.refusal?.rule).toBe(rule);
  expect(JSON.stringify(told ?? '')).not.toContain('/backups');
});
