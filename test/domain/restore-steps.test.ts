import { expect, test } from 'bun:test';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unavailable } from '../../src/base/index.ts';
import { restoreSteps } from '../../src/dashboard/backups/restore.ts';
import type { DashboardDeps } from '../../src/dashboard/deps.ts';
import { tempDir } from '../support/store.ts';

test('a restore that is not begun leaves no copy of the backup, whatever kept the backup of the present from being made', async () => {
  using dir = tempDir();
  const staged = join(dir.path, '.docket-restore-1.partial');
  const refusals = [
    () => Promise.resolve(undefined),
    () => Promise.resolve({ kind: 'failed', reason: 'no room' } as const),
    () => Promise.reject(unavailable('The disk is full.')),
  ];
  for (const run of refusals) {
    const check = async () => {
      writeFileSync(staged, 'a copy');
      return { address: 'x', verified: {}, staged };
    };
    const steps = restoreSteps({ backups: { check, run } } as unknown as DashboardDeps);
    await expect(steps.begin('x', 'somebody')).rejects.toThrow();
    expect(readdirSync(dir.path)).toEqual([]);
  }
});
