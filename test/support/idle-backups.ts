import type { BackupDesk } from '../../src/dashboard/index.ts';

const none = (): never => {
  throw new Error('this server of a test makes no backups');
};

/** For servers of tests that have nothing to do with backups: off, and healthy. */
export const IDLE_BACKUPS: BackupDesk = {
  schedule: { kind: 'off' },
  target: '/nowhere',
  keep: 14,
  keepDays: null,
  restored: undefined,
  zone: () => 'UTC',
  health: () => ({ lastGood: undefined, last: undefined, nextAt: undefined, trouble: undefined }),
  busy: () => false,
  run: none,
  open: none,
  check: none,
  checkFile: none,
  restore: none,
};
