import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError, type ObjectStoreSettings, type RefusalOf, writeSynced } from '../base/index.ts';
import { inWords } from './disk-shelf.ts';
import { assertParent } from './folder.ts';
import { type BackupTarget, openShelf, type ShelfUse } from './target.ts';

/** The object is plain data, because a thread receives it. */
export interface ProbeJob {
  readonly target: BackupTarget;
  readonly s3: ObjectStoreSettings | undefined;
  readonly dataDir: string;
  readonly use: ShelfUse;
  /** True to create a missing folder. If false, a missing folder passes the test if Docket could create it. */
  readonly make: boolean;
}

export interface ProbeResult {
  readonly made: boolean;
}

export interface TestedDestination {
  /** The destination's name, without any access keys. */
  readonly target: string;
  readonly atMs: number;
  readonly made: boolean;
  readonly refusal: RefusalOf<'backup_trouble'> | undefined;
}

/** The size of the test file. A much smaller file might still fit on a full disk, and the test would then succeed. */
const PROBE_BYTES = 64 * 1024;

/** Writes, reads back and deletes a test file. @throws UsageError with the reason, in words for the user */
export async function probeTarget({ target, s3, dataDir, use, make }: ProbeJob): Promise<ProbeResult> {
  if (!make && target.place === 'disk' && use !== 'again' && !existsSync(target.folder)) {
    assertParent(target.folder);
    return { made: false };
  }
  const shelf = openShelf(target, s3, dataDir, use);
  // If the process dies, this file is deleted like any draft.
  const name = `.docket-probe-${randomBytes(8).toString('hex')}.partial`;
  const draft = join(shelf.draftFolder, `.docket-draft-${name}`);
  const bytes = randomBytes(PROBE_BYTES);
  const digest = (data: Uint8Array): string => new Bun.CryptoHasher('sha256').update(data).digest('hex');
  try {
    inWords(shelf.draftFolder, () => writeSynced(draft, bytes, 0o600));
    await shelf.put(draft, name, digest(bytes));
    const back = await new Response(shelf.read(name)).bytes();
    if (digest(back) !== digest(bytes)) {
      throw new BackupError({ rule: 'backup_place', place: shelf.name, trouble: 'altered' });
    }
    await shelf.remove(name);
  } catch (error) {
    await shelf.remove(name).catch(() => undefined);
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return { made: shelf.isNew };
}
