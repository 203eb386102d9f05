import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError, isDiskError, receiveFile, requireFile, type World } from '../base/index.ts';
import type { DashboardDeps } from './deps.ts';

export interface FileBounds {
  readonly maxBytes: number;
  readonly mediaType: string;
}

/** For 64 MB over a line of 2 Mbit/s. */
const MOST_MS = 300_000;
const NAME = /^\.docket-upload-.*\.partial(?:-journal|-wal|-shm)?$/;

/** The name of a file that is being sent: no listing shows it. */
export const nameReceived = ({ newId, clock }: World): string => `.docket-upload-${newId(clock.now())}.partial`;

const received = new WeakMap<Request, string>();

/** The path of the file that was sent; for handlers behind an admission that takes one. It is gone after the answer. */
export function receivedFile(request: Request): string {
  const path = received.get(request);
  if (path === undefined) throw new Error('a handler asked for a file that no admission took');
  return path;
}

/**
 * Takes the file that was sent as the body into the data folder, until the request is answered.
 *
 * @throws unsupported_media_type, body_too_large, too_slow, unavailable
 */
export async function takeFile(
  { storage, world, whenAnswered }: Pick<DashboardDeps, 'storage' | 'world' | 'whenAnswered'>,
  request: Request,
  { mediaType, maxBytes }: FileBounds,
): Promise<void> {
  requireFile(request, mediaType);
  const path = join(dirname(storage.path), nameReceived(world));
  whenAnswered(request, () => rmSync(path, { force: true }));
  try {
    await receiveFile(request, { clock: world.clock, path, maxBytes, mostMs: MOST_MS });
  } catch (error) {
    throw isDiskError(error) ? diskRefusal(error) : error;
  }
  received.set(request, path);
}

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const READ_ONLY = ['EROFS', 'EACCES', 'EPERM'];

function diskRefusal(error: unknown): AppError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const rule = FULL.includes(code) ? 'store_full' : READ_ONLY.includes(code) ? 'store_read_only' : 'store_failing';
  return new AppError({ rule }, undefined, error);
}

/** Removes what was being sent when the server was killed. To be called while nobody else serves from there. */
export function sweepReceived(folder: string): void {
  const names = readNames(folder).filter((name) => NAME.test(name));
  for (const name of names) rmSync(join(folder, name), { force: true });
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder that is not there, or not to be read: then there is nothing of ours to be had.
    return [];
  }
}
