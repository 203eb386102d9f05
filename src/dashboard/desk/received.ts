import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError, isDiskError, receiveFile, requireFile, type World } from '../../base/index.ts';
import type { VisitCtx } from './context.ts';

export interface FileBounds {
  readonly maxBytes: number;
  readonly mediaTypes: readonly string[];
}

/** The longest time for an upload, in milliseconds. It is enough for 64 MB at 2 Mbit/s. */
const MOST_MS = 300_000;
/** Matches the names of unfinished files. A killed process or an interrupted self-test may have left such a file. */
const LEFT = /^\.docket-(?:upload|restore|probe)-.*\.partial(?:-journal|-wal|-shm)?$|^\.self-test-/;

/**
 * Returns a name for a file that is being received. It is not a backup's name, so no list of backups shows the file.
 */
export const nameReceived = ({ newId, clock }: Pick<World, 'newId' | 'clock'>): string =>
  `.docket-upload-${newId(clock.now())}.partial`;

/**
 * Stores the body of the request as a file in the data folder until the request is answered.
 * @returns its path
 * @throws unsupported_media_type, body_too_large, too_slow, unavailable
 */
export async function takeFile(visit: VisitCtx, { mediaTypes, maxBytes }: FileBounds): Promise<string> {
  const { storage, request, call, clock } = visit;
  requireFile(request, mediaTypes);
  const path = join(dirname(storage.path), nameReceived(visit));
  call.afterwards.push(() => rmSync(path, { force: true }));
  try {
    await receiveFile(request, { clock, path, maxBytes, mostMs: MOST_MS });
  } catch (error) {
    throw isDiskError(error) ? diskRefusal(error) : error;
  }
  return path;
}

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const READ_ONLY = ['EROFS', 'EACCES', 'EPERM'];

function diskRefusal(error: unknown): AppError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const rule = FULL.includes(code) ? 'store_full' : READ_ONLY.includes(code) ? 'store_read_only' : 'store_failing';
  return new AppError({ rule }, undefined, error);
}

/**
 * Removes files that a killed server had not finished: uploads, and backups to be restored. No other process may serve
 * from the folder during the call.
 */
export function sweepReceived(folder: string): void {
  const names = readNames(folder).filter((name) => LEFT.test(name));
  for (const name of names) rmSync(join(folder, name), { recursive: true, force: true });
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The folder does not exist or is not readable, so it has no uploads.
    return [];
  }
}
