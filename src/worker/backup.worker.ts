import './begun.ts';
import { checkBackup, makeBackup, probeTarget } from '../backups/index.ts';
import { backupRefusal } from '../base/index.ts';
import { DatabaseInUse, restoreDatabase, rewriteServed } from '../storage/index.ts';
import type { BackupReply, BackupTask } from './backup-thread.ts';

/** The thread of one backup. Copying, checking, sending and restoring take long, and the API is served meanwhile. */
declare const self: {
  onmessage: ((event: MessageEvent<BackupTask>) => void) | null;
  postMessage(message: BackupReply): void;
};

self.onmessage = async ({ data }) => {
  try {
    self.postMessage(await answer(data));
  } catch (error) {
    self.postMessage({ kind: 'failed', refusal: backupRefusal(error), inUse: error instanceof DatabaseInUse });
  }
};

async function answer(task: BackupTask): Promise<BackupReply> {
  if (task.kind === 'make') return { kind: 'made', made: await makeBackup(task.job) };
  if (task.kind === 'probe') return { kind: 'probed', probed: await probeTarget(task.job) };
  if (task.kind === 'check') return { kind: 'checked', checked: await checkBackup(task.check) };
  if (task.kind === 'rewrite') return { kind: 'rewritten', isWhole: rewriteServed(task.path) };
  const { dataDir, staged, facts } = task.wish;
  return { kind: 'restored', restored: restoreDatabase(dataDir, staged, facts) };
}

self.postMessage({ kind: 'listening' });
