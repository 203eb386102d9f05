/** S3rver with fixes for its differences from S3, above all under Bun. */

import { readdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import S3rver, { type Content, type List, type Listing, type ListOptions, type PutContent } from '@20minutes/s3rver';
import { tempDir } from './temp-file.ts';

/**
 * S3 lists objects sorted by key, and readers of a listing rely on this sequence. This server lists them as its folders
 * are read: sorted under Node.js, but not under Bun.
 */
async function inOrder(list: List, bucket: string, options: ListOptions): Promise<Listing> {
  const { maxKeys = Number.POSITIVE_INFINITY } = options;
  const all = await list(bucket, { ...options, maxKeys: Number.POSITIVE_INFINITY });
  const objects = all.objects.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  return { ...all, objects: objects.slice(0, maxKeys), isTruncated: objects.length > maxKeys };
}

/** S3 stores an object whole or not at all; this server would store the part received before a disconnect. */
async function wholly(put: PutContent, path: string, content: Content): Promise<readonly [number, string]> {
  const draft = `${path}.draft`;
  try {
    const stored = await put(draft, content);
    const promised = content.headers?.['content-length'];
    if (promised !== undefined && Number(promised) !== stored[0])
      throw new Error(`${stored[0]} of ${promised} bytes came`);
    await rename(draft, path);
    return stored;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Starts the server. @param port 0 for a free one */
async function listenS3(directory: string, bucket: string, port: number): Promise<{ server: S3rver; port: number }> {
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  // A client signs the path /shop/ with its slash, as S3 does. S3rver would drop the slash before it checks the
  // signature. So the slash is escaped for the check, and `listObjects` removes it afterwards.
  server.middleware.unshift((context, next) => {
    if (/^\/[^/]+\/$/.test(context.path)) context.path = `${context.path.slice(0, -1)}%2F`;
    return next();
  });
  const list = server.store.listObjects.bind(server.store);
  server.store.listObjects = (name, options) => inOrder(list, name.replace(/\/$/, ''), options);
  const put = server.store.putContent.bind(server.store);
  server.store.putContent = (path, content) => wholly(put, path, content);
  return { server, port: (await server.run()).port };
}

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
