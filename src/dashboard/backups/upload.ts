import { createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type CheckedBackup,
  diskTrouble,
  dropStaged,
  nameBackup,
  parseBackupName,
  type Shelf,
} from '../../backups/index.ts';
import { AppError, BackupError, syncFile } from '../../base/index.ts';
import type { DashboardDeps } from '../deps.ts';
import type { BackupDesk } from './desk.ts';

const MEDIA_TYPE = 'application/vnd.sqlite3';
/** What a browser sends before somebody loses patience; larger ones are copied into the folder by hand. */
const MOST_BYTES = 8 * 1024 ** 3;

interface TakenBackup extends CheckedBackup {
  /** Under which it stands beside the others. */
  readonly name: string;
}

/**
 * Takes a backup that somebody sends and reads it whole. Then puts it beside the others, as one that was taken in.
 *
 * @throws UsageError in words, unsupported_media_type
 */
export async function takeUpload({ backups, world }: DashboardDeps, request: Request): Promise<TakenBackup> {
  if (request.headers.get('content-type') !== MEDIA_TYPE) {
    throw new AppError({ rule: 'send_file', mediaType: MEDIA_TYPE });
  }
  const shelf = backups.open();
  const draft = join(shelf.draftFolder, `.docket-upload-${world.newId(world.clock.now())}.partial`);
  try {
    await receive(request, draft);
    const checked = await checkDraft(backups, draft);
    const { manifest, sha256 } = checked.verified;
    if (manifest === null) throw new BackupError({ rule: 'backup_no_manifest' });
    const name = nameBackup(Date.parse(manifest.takenAt), manifest.installation, 'upload');
    const twin = await findTwin(shelf, name);
    if (twin !== undefined) throw new BackupError({ rule: 'backup_there', file: shelf.addressOf(twin) });
    await shelf.put(draft, name, sha256);
    return { ...checked, name, address: shelf.addressOf(name) };
  } finally {
    dropStaged(draft);
  }
}

/** One of the same moment and database, of whatever kind. */
async function findTwin(shelf: Shelf, name: string): Promise<string | undefined> {
  const sent = parseBackupName(name);
  const all = await shelf.list();
  return all.find((it) => it.takenAtMs === sent?.takenAtMs && it.installation === sent.installation)?.name;
}

/** Whoever sent it never heard of the draft that it lies in here. */
async function checkDraft(backups: BackupDesk, draft: string): Promise<CheckedBackup> {
  try {
    return await backups.checkFile(draft);
  } catch (error) {
    if (!(error instanceof BackupError) || !('file' in error.refusal)) throw error;
    throw new BackupError({ ...error.refusal, file: null }, { cause: error });
  }
}

/** Whether the disk failed. Where the sender's connection broke off, nobody is left to be told. */
const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

async function receive(request: Request, draft: string): Promise<void> {
  const { body } = request;
  if (body === null) throw new BackupError({ rule: 'backup_empty' });
  let bytes = 0;
  const bounded = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) throw new BackupError({ rule: 'backup_too_large', most: MOST_BYTES });
      yield chunk;
    }
  };
  try {
    await pipeline(Readable.from(bounded(body)), createWriteStream(draft, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    throw isOfSystem(error) ? diskTrouble(dirname(draft), error) : error;
  }
  syncFile(draft);
}
