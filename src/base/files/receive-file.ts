import { type FileHandle, open, rm, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../errors/index.ts';
import { createPatience } from '../limits/index.ts';
import { announcedBytes } from '../net/index.ts';
import type { Clock } from '../time/index.ts';

interface Receiving {
  readonly clock: Clock;
  /** The path of the new file, which must not exist. */
  readonly path: string;
  readonly maxBytes: number;
  /** The time limit for receiving the whole file, in milliseconds. */
  readonly mostMs: number;
}

const PRIVATE = 0o600;
/**
 * Uploads leave this share of a disk free, or LEFT_BYTES if that is less. With less free space, the disk might soon be
 * too full to store orders.
 */
const LEFT_SHARE = 0.05;
const LEFT_BYTES = 128 * 1_048_576;
const LOOK_BYTES = 4 * 1_048_576;

/**
 * Writes the body of a request to a file as it arrives; memory holds no more than one part. On failure the file is
 * removed. On success the caller must remove it.
 * @throws body_too_large, too_slow, and the error of the disk, which `isDiskError` recognizes
 */
export async function receiveFile(request: Request, { clock, path, maxBytes, mostMs }: Receiving): Promise<void> {
  const tooLarge = (): AppError => new AppError({ rule: 'body_too_large', limit: maxBytes }, { limit: maxBytes });
  if ((announcedBytes(request) ?? 0) > maxBytes) throw tooLarge();
  const reader = request.body?.getReader();
  const patience = createPatience(clock, mostMs);
  const file = await open(path, 'wx', PRIVATE);
  let isWhole = false;
  try {
    for (let bytes = 0, lookAt = 0; reader !== undefined; ) {
      const { done, value } = await patience.next(reader.read());
      if (done) break;
      bytes += value.length;
      if (bytes > maxBytes) throw tooLarge();
      if (bytes > lookAt) {
        await leaveSome(dirname(path));
        lookAt += LOOK_BYTES;
      }
      await append(file, value);
    }
    isWhole = true;
  } finally {
    await file.close();
    if (!isWhole) {
      await rm(path, { force: true });
      // The remaining body is not awaited.
      reader?.cancel().catch(() => undefined);
    }
  }
}

async function append(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten;
}

/**
 * Checks that writing `bytes` would leave enough of the disk free for orders.
 * @throws an error like that of a full disk
 */
export async function leaveSome(folder: string, bytes = 0): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  if (bavail * bsize - bytes >= Math.min(LEFT_BYTES, blocks * bsize * LEFT_SHARE)) return;
  throw Object.assign(new Error('the rest of the disk is left to the orders'), { code: 'ENOSPC', syscall: 'write' });
}

export const isDiskError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

const STEP_BYTES = 65_536;

/**
 * Yields the bytes of a file in portions. Nothing stays open between two portions, so reading may end after any of
 * them.
 */
export async function* readInSteps(path: string): AsyncGenerator<Uint8Array> {
  const file = Bun.file(path);
  for (let at = 0; at < file.size; at += STEP_BYTES) yield await file.slice(at, at + STEP_BYTES).bytes();
}
