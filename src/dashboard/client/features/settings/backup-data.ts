import { ask } from '../../data/api.ts';
import { asUpload } from '../../data/as-upload.ts';
import { dataFrom } from '../../data/call-server.ts';
import { here, workspaceId } from '../../data/me.ts';
import { fetchSignedIn } from '../../data/session-ended.ts';

export const backupsOf = () => here().backups;

export const loadBackups = () => ask(backupsOf().get());
export type Backups = Awaited<ReturnType<typeof loadBackups>>;
export type BackupFile = Backups['files'][number];

export const verifyBackup = (name: string) => ask(backupsOf()({ name }).verify.post({}));

export const fileAddress = (name: string): string => `/app/api/workspaces/${workspaceId()}/backups/${name}/file`;

/**
 * Asks the server whether the file may be downloaded. If the server wants the password again, a dialog asks for it.
 * @throws Refusal
 */
export async function askForFile(name: string): Promise<void> {
  await dataFrom(fetchSignedIn(`${fileAddress(name)}?ask=1`));
}

/** @throws Refusal */
export async function sendBackup(file: File): Promise<void> {
  const address = `/app/api/workspaces/${workspaceId()}/backups/upload`;
  await dataFrom(fetchSignedIn(address, asUpload(file)));
}
