import type { BackupPlan } from '../../src/backups/index.ts';
import type { BackupDesk } from '../../src/dashboard/index.ts';

const none = (): never => {
  throw new Error('this server of a test makes no backups');
};

const PLAN: BackupPlan = {
  target: { place: 'disk', folder: '/nowhere', file: undefined },
  s3: undefined,
  schedule: { kind: 'off' },
  keeping: { count: 14, days: undefined },
  use: 'to write',
  asks: false,
  saved: { to: null, at: null, keep: null, keepDays: null, store: null },
};

export const IDLE_BACKUPS: BackupDesk = {
  plan: () => PLAN,
  given: {
    to: undefined,
    schedule: undefined,
    keep: undefined,
    keepDays: undefined,
    store: undefined,
    allowPlain: false,
  },
  dataDir: '/nowhere',
  destination: () => undefined,
  test: none,
  tryOut: none,
  openToPut: none,
  restored: undefined,
  zone: () => 'UTC',
  health: () => ({
    lastGood: undefined,
    lastScheduled: undefined,
    scheduledSince: undefined,
    failure: undefined,
    nextAt: undefined,
    trouble: undefined,
  }),
  busy: () => false,
  have: () => Promise.resolve(undefined),
  run: none,
  open: none,
  check: none,
  checkFile: none,
  restore: none,
};
