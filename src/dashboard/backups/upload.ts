import { dirname, join } from 'node:path';
import {
  type CheckedBackup,
  diskTrouble,
  dropStaged,
  nameBackup,
  parseBackupName,
  type Shelf,
} from '../../backups/index.ts';
import {
  AppError,
  BackupError,
  type Clock,
  isDiskError,
  receiveFile,
  requireFile,
  syncFile,
} from '../../base/index.ts';
import { type BackupDesk, nameReceived, type VisitCtx } from '../desk/index.ts';

const MEDIA_TYPE = 'application/vnd.sqlite3';
/** The largest upload, in bytes; a larger file is better copied into the folder by hand. */
const MOST_BYTES = 8 * 1024 ** 3;

interface TakenBackup extends CheckedBackup {
  readonly name: string;
}

/** @throws unsupported_media_type, too_slow, the errors of `stillMay`, and UsageError with a readable message */
export async function takeUpload(ctx: VisitCtx): Promise<TakenBackup> {
  const { backups, request, clock } = ctx;
  requireFile(request, [MEDIA_TYPE]);
  const shelf = backups.openToPut();
  const draft = join(shelf.draftFolder, nameReceived(ctx));
  try {
    await receive(request, draft, clock);
    const checked = await checkDraft(backups, draft);
    ctx.stillMay();
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

async function findTwin(shelf: Shelf, name: string): Promise<string | undefined> {
  const sent = parseBackupName(name);
  const all = await shelf.list();
  return all.find((it) => it.takenAtMs === sent?.takenAtMs && it.installation === sent.installation)?.name;
}

/** Checks the draft. Errors do not name its path, which the sender has never seen. */
async function checkDraft(backups: BackupDesk, draft: string): Promise<CheckedBackup> {
  try {
    return await backups.checkFile(draft);
  } catch (error) {
    if (!(error instanceof BackupError) || !('file' in error.refusal)) throw error;
    throw new BackupError({ ...error.refusal, file: null }, { cause: error });
  }
}

/** Only the rate of an upload is limited, not its time. */
const MOST_MS = Number.POSITIVE_INFINITY;

async function receive(request: Request, path: string, clock: Clock): Promise<void> {
  if (request.body === null) throw new BackupError({ rule: 'backup_empty' });
  try {
    await receiveFile(request, { clock, path, maxBytes: MOST_BYTES, mostMs: MOST_MS });
  } catch (error) {
    if (isDiskError(error)) throw diskTrouble(dirname(path), error);
    const isTooLarge = error instanceof AppError && error.kind === 'body_too_large';
    throw isTooLarge ? new BackupError({ rule: 'backup_too_large', most: MOST_BYTES }) : error;
  }
  syncFile(path);
}
