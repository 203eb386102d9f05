import type { api } from '../../../data/api.ts';
import { asUpload } from '../../../data/as-upload.ts';
import { callServer, type DataOf, dataFrom } from '../../../data/call-server.ts';

type Calls = (typeof api)['setup']['backups'];

export type BackupsHere = DataOf<Calls['post']>;
export type BackupFile = BackupsHere['files'][number];
export type ReadBackup = DataOf<Calls['verify']['post']>;
type Outcome = DataOf<Calls['restored']['post']>;
export type RestoreReport = NonNullable<Outcome['restored']>;

/**
 * Makes calls for the holder of a set-up link. The token is in the body, never in an address.
 * @throws Refusal from each call
 */
export const backupCalls = (token: string) => ({
  list: () => callServer<BackupsHere>('setup/backups', { token }),
  read: (name: string) => callServer<ReadBackup>('setup/backups/verify', { token, name }),
  send: (file: File) =>
    // biome-ignore lint/plugin: nobody is signed in before the setup.
    dataFrom<ReadBackup>(fetch('/app/api/setup/backups/upload', asUpload(file, { 'x-setup-token': token }))),
  restore: ({ name, sealed }: Pick<ReadBackup, 'name' | 'sealed'>, word?: string) =>
    callServer<object>('setup/backups/restore', {
      token,
      name,
      anySeal: sealed !== 'here',
      ...(word === undefined ? {} : { word }),
    }),
  enterKey: (sealKey: string) => callServer<object>('setup/backups/key', { token, sealKey }),
  outcome: () => callServer<Outcome>('setup/backups/restored', { token }),
});

export type BackupCalls = ReturnType<typeof backupCalls>;
