import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

/** The only key that the server knows. */
export const S3_KEY = { id: 'S3RVER', secret: 'S3RVER' } as const;

export interface S3Server extends AsyncDisposable {
  readonly endpoint: string;
  /** What `docket` reads its access from. */
  readonly env: Record<string, string>;
  /** Where the objects of the bucket "shop" lie, by their keys. */
  readonly folder: string;
  /** Path of a stored object's bytes. */
  fileOf(key: string): string;
  /** Keys of the bucket. */
  keys(): string[];
}

const CONTENT = '._S3rver_object';

/** A server that speaks S3 and checks signatures, on loopback, with the empty bucket "shop". */
export async function openS3(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'docket-s3-'));
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory },
    configureBuckets: [{ name: 'shop' }],
  });
  // It signs a listing as /shop where /shop/ was sent and signed; S3 signs the path as it was sent. An escaped slash goes
  // through its reckoning unharmed, and is taken off again behind it.
  server.middleware.unshift((context, next) => {
    if (/^\/[^/]+\/$/.test(context.path)) context.path = `${context.path.slice(0, -1)}%2F`;
    return next();
  });
  const list = server.store.listObjects.bind(server.store);
  server.store.listObjects = (bucket, options) => list(bucket.replace(/\/$/, ''), options);
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  const folder = join(directory, 'shop');
  return {
    ...{ endpoint, folder },
    env: {
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: S3_KEY.id,
      AWS_SECRET_ACCESS_KEY: S3_KEY.secret,
    },
    fileOf: (key) => join(folder, `${key}${CONTENT}`),
    keys: () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith(CONTENT))
        .map((path) => path.slice(0, -CONTENT.length))
        .sort(),
    async [Symbol.asyncDispose]() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
