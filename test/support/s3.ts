import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { listenS3 } from './s3-listen.ts';
import { tempDir } from './temp-file.ts';

export const S3_KEY = { id: 'S3RVER', secret: 'S3RVER' } as const;

const BUCKET = 'shop';
const CONTENT = '._S3rver_object';

/** A server that speaks S3 and checks signatures, on loopback, with the empty bucket "shop". */
export async function openS3() {
  const dir = tempDir();
  const directory = dir.path;
  let running = await listenS3(directory, BUCKET, 0);
  const endpoint = `http://127.0.0.1:${running.port}`;
  const folder = join(directory, BUCKET);
  return {
    endpoint,
    /** The folder with the objects of the bucket "shop", by their keys. */
    folder,
    env: {
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: S3_KEY.id,
      AWS_SECRET_ACCESS_KEY: S3_KEY.secret,
    },
    /** Path of a stored object's bytes. */
    fileOf: (key: string): string => join(folder, `${key}${CONTENT}`),
    keys: (): string[] =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith(CONTENT))
        .map((path) => path.slice(0, -CONTENT.length))
        .sort(),
    /** Stops the server at once and breaks off the running calls. The stored objects remain. */
    async stop(): Promise<void> {
      const closed = running.server.close();
      running.server.httpServer.closeAllConnections();
      await closed;
    },
    /** Starts the server again, at the same address. */
    async start(): Promise<void> {
      running = await listenS3(directory, BUCKET, running.port);
    },
    async [Symbol.asyncDispose]() {
      await running.server.close();
      dir[Symbol.dispose]();
    },
  };
}
