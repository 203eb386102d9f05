import './begun.ts';
import { checkBackup, makeBackup, probeTarget } from '../backups/index.ts';
import { backupRefusal } from '../base/index.ts';
import { DatabaseInUse, restoreDatabase, rewriteServed } from '../storage/index.ts';
import type { BackupReply, BackupTask, BackupWork } from './backup-thread.ts';
import type { ThreadScope } from './threads.ts';

/** The thread of one backup. Copying, checking, sending and restoring take long, and the API is served in that time. */
declare const self: ThreadScope<BackupTask, BackupReply>;

type Work = {
  readonly [K in keyof BackupWork]: (
    of: BackupWork[K]['of'],
  ) => BackupWork[K]['result'] | Promise<BackupWork[K]['result']>;
};

const WORK: Work = {
  make: makeBackup,
  check: checkBackup,
  probe: probeTarget,
  restore: ({ dataDir, staged, facts }) => restoreDatabase(dataDir, staged, facts),
  rewrite: rewriteServed,
};

self.onmessage = async ({ data: { kind, of } }) => {
  try {
    self.postMessage({ kind: 'done', result: await WORK[kind](of as never) });
  } catch (error) {
    self.postMessage({ kind: 'failed', refusal: backupRefusal(error), inUse: error instanceof DatabaseInUse });
  }
};

self.postMessage({ kind: 'listening' });
