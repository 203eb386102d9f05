import { checkBackup, makeBackup } from '../backups/index.ts';
import type { BackupReply, BackupTask } from './backup-thread.ts';

/** The thread of one backup: copying, checking and sending take as long as they take, and the API goes on meanwhile. */
declare const self: {
  onmessage: ((event: MessageEvent<BackupTask>) => void) | null;
  postMessage(message: BackupReply): void;
};

self.onmessage = async ({ data }) => {
  try {
    if (data.kind === 'make') self.postMessage({ kind: 'made', made: await makeBackup(data.job) });
    else self.postMessage({ kind: 'checked', checked: await checkBackup(data.check) });
  } catch (error) {
    self.postMessage({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
};
self.postMessage({ kind: 'listening' });
