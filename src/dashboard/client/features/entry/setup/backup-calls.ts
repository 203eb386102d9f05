import type { api } from '../../../data/api.ts';
import { asUpload } from '../../../data/as-upload.ts';
import { callServer, dataFrom } from '../../../data/call-server.ts';

type Calls = (typeof api)['setup']['backups'];
/** What a route answers with, by its own types; nothing of the typed client comes along. */
type Given<Call extends (...of: never[]) => Promise<{ readonly data: unknown }>> =
  NonNullable<Awaited<ReturnType<Call>>['data']> extends { readonly data: infer Data } ? Data : never;

export type BackupsHere = Given<Calls['post']>;
export type BackupFile = BackupsHere['files'][number];
/** A backup that was read whole. */
export type ReadBackup = Given<Calls['verify']['post']>;
type Outcome = Given<Calls['restored']['post']>;
export type RestoreReport = NonNullable<Outcome['restored']>;

/** What the holder of a set-up link can do with backups; the token never stands in an address. Each call @throws Refusal */
export const backupCalls = (token: string) => ({
  list: () => callServer<BackupsHere>('setup/backups', { token }),
  read: (name: string) => callServer<ReadBackup>('setup/backups/verify', { token, name }),
  send: (file: File) =>
    dataFrom<ReadBackup>(fetch('/app/api/setup/backups/upload', asUpload(file, { 'x-setup-token': token }))),
  restore: (name: string, word?: string) =>
    callServer<object>('setup/backups/restore', { token, name, ...(word === undefined ? {} : { word }) }),
  outcome: () => callServer<Outcome>('setup/backups/restored', { token }),
});

export type BackupCalls = ReturnType<typeof backupCalls>;
