import { type BackupJob, makeBackup } from '../backups/index.ts';
import type { BackupReply } from './backup-thread.ts';

/** The thread of one backup: copying, checking and sending take as long as they take, and the API goes on meanwhile. */
declare const self: {
  onmessage: ((event: MessageEvent<BackupJob>) => void) | null;
  postMessage(message: BackupReply): void;
};

self.onmessage = async ({ data }) => {
  try {
    self.postMessage({ kind: 'made', made: await makeBackup(data) });
  } catch (error) {
    self.postMessage({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
};
self.postMessage({ kind: 'listening' });
