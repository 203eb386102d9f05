import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type ObjectStore, UsageError } from '../base/index.ts';
import { parseBackupName } from './names.ts';
import { newestFirst, type Shelf } from './shelf.ts';

/**
 * A bucket below a prefix.
 *
 * @param prefix empty, or ending in a slash
 * @param draftFolder where a draft is made before it is sent
 */
export function openS3Shelf(store: ObjectStore, bucket: string, prefix: string, draftFolder: string): Shelf {
  const addressOf = (name: string): string => `s3://${bucket}/${prefix}${name}`;
  return {
    name: addressOf(''),
    draftFolder,
    async list() {
      const objects = await store.list(prefix);
      return objects
        .flatMap(({ key, bytes }) => {
          const found = parseBackupName(key.slice(prefix.length));
          return found === undefined ? [] : [{ ...found, bytes }];
        })
        .toSorted(newestFirst);
    },
    // Not by HEAD, whose answer has no body to say what is wrong.
    has: async (name) => (await store.list(prefix + name)).some(({ key }) => key === prefix + name),
    async put(draft, name, sha256) {
      await store.upload(draft, prefix + name);
      try {
        if ((await digestOf(store.read(prefix + name))) === sha256) return;
        throw new UsageError(`${addressOf(name)}: what came back is not what was sent`, 1);
      } catch (error) {
        // It would count as a backup, and push proven ones out. Why it is none is what is told.
        await store.remove(prefix + name).catch(() => undefined);
        throw error;
      }
    },
    read: (name) => streamOf(store.read(prefix + name)),
    fetch: (name, path) => pipeline(store.read(prefix + name), createWriteStream(path, { flags: 'wx', mode: 0o600 })),
    remove: (name) => store.remove(prefix + name),
    addressOf,
  };
}

async function digestOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256');
  for await (const chunk of chunks) hasher.update(chunk);
  return hasher.digest('hex');
}

/** Asks for a further chunk only when the reader is ready for it. */
function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
