import { dataDir } from './docket.ts';
import { openS3, S3_KEY } from './s3.ts';
import { openSftp, sshd } from './sftp.ts';

/** A destination for replication on this machine, deleted on disposal. */
export interface Replica extends AsyncDisposable {
  /** Variables that scripts/deploy/litestream.yml requires. */
  readonly env: Record<string, string>;
  /** Makes the destination unreachable, then reachable again. Absent for a folder, which is always reachable. */
  readonly reach?: { lose(): Promise<void>; regain(): Promise<void> };
}

function openFolder(): Promise<Replica> {
  const folder = dataDir();
  return Promise.resolve({
    env: { DOCKET_REPLICA: `file://${folder.path}` },
    [Symbol.asyncDispose]: () => Promise.resolve(folder[Symbol.dispose]()),
  });
}

async function openBucket(): Promise<Replica> {
  const s3 = await openS3();
  return {
    env: {
      DOCKET_REPLICA: 's3://shop/docket',
      DOCKET_REPLICA_ENDPOINT: s3.endpoint,
      DOCKET_REPLICA_REGION: 'us-east-1',
      LITESTREAM_ACCESS_KEY_ID: S3_KEY.id,
      LITESTREAM_SECRET_ACCESS_KEY: S3_KEY.secret,
    },
    reach: { lose: s3.stop, regain: s3.start },
    [Symbol.asyncDispose]: () => s3[Symbol.asyncDispose](),
  };
}

async function openSsh(): Promise<Replica> {
  if (sshd === null) throw new Error('there is no sshd on this machine');
  const sftp = await openSftp(sshd);
  return {
    env: {
      DOCKET_REPLICA: `sftp://${sftp.address}${sftp.folder}/docket`,
      DOCKET_REPLICA_KEY: sftp.keyPath,
      DOCKET_REPLICA_HOST_KEY: sftp.hostKey,
    },
    [Symbol.asyncDispose]: () => sftp[Symbol.asyncDispose](),
  };
}

const OPEN = { folder: openFolder, s3: openBucket, sftp: openSsh } as const;
export type ReplicaKind = keyof typeof OPEN;

/** SFTP needs an `sshd` on this machine. */
export const REPLICA_KINDS: readonly ReplicaKind[] = ['folder', 's3', 'sftp'];

export const openReplica = (kind: ReplicaKind): Promise<Replica> => OPEN[kind]();
