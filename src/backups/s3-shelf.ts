import { createWriteStream, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BackupError, leaveSome, type ObjectStore, type StoredObject } from '../base/index.ts';
import { diskTrouble } from './disk-shelf.ts';
import { parseBackupName } from './names.ts';
import { newestFirst, type Shelf } from './shelf.ts';

/**
 * @param prefix empty, or ending in a slash
 * @param draftFolder the folder in which a draft is made before it is sent
 */
export function openS3Shelf(store: ObjectStore, bucket: string, prefix: string, draftFolder: string): Shelf {
  const addressOf = (name: string): string => `s3://${bucket}/${prefix}${name}`;
  // A HEAD request would not do: its answer has no body to explain a failure.
  const find = async (name: string) => (await store.list(prefix + name)).find(({ key }) => key === prefix + name);
  const get = async (name: string): Promise<StoredObject> => {
    const found = await find(name);
    if (found === undefined) throw new BackupError({ rule: 'backup_gone', file: addressOf(name) });
    return found;
  };
  async function* whole(name: string): AsyncGenerator<Uint8Array> {
    const { key, bytes } = await get(name);
    yield* store.read(key, bytes);
  }
  return {
    name: addressOf(''),
    isNew: false,
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
    has: async (name) => (await find(name)) !== undefined,
    async put(draft, name, sha256) {
      await store.upload(draft, prefix + name);
      try {
        if ((await digestOf(store.read(prefix + name, statSync(draft).size))) === sha256) return;
        throw new BackupError({ rule: 'backup_place', place: addressOf(name), trouble: 'altered' });
      } catch (error) {
        // A broken file is deleted, because it would count as a backup and push out good backups. The caller gets the
        // error of the check, not that of the deletion.
        await store.remove(prefix + name).catch(() => undefined);
        throw error;
      }
    },
    read: (name) => streamOf(whole(name)),
    async fetch(name, path) {
      const { key, bytes } = await get(name);
      const folder = dirname(path);
      // Bytes beyond the announced size are not read.
      await leaveSome(folder, bytes).catch((error) => {
        throw diskTrouble(folder, error);
      });
      await pipeline(store.read(key, bytes), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    },
    remove: (name) => store.remove(prefix + name),
    addressOf,
  };
}

async function digestOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256');
  for await (const chunk of chunks) hasher.update(chunk);
  return hasher.digest('hex');
}

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
