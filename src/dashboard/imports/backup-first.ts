import { destinationTrouble } from '../../backups/index.ts';
import { AppError, DAY_MS, MINUTE_MS } from '../../base/index.ts';
import type { FileCtx } from '../desk/index.ts';

/**
 * The longest time for which one backup protects several imports. This time is short, because restoring that backup
 * loses all changes since the backup began.
 */
const SERVES_MS = 15 * MINUTE_MS;
/** The least size of a large database. Copying such a database takes too long for a small import. */
const LARGE_BYTES = 1_073_741_824;
const FEW_RECORDS = 100;

/** Returns the greatest age, in milliseconds, of a backup that an import may rely on. */
export const servesFor = (records: number, databaseBytes: number): number =>
  records <= FEW_RECORDS && databaseBytes >= LARGE_BYTES ? DAY_MS : SERVES_MS;

/**
 * Makes a backup before an import, unless there is a recent one.
 * @throws backup_trouble; then nothing may be imported
 */
export async function backUpFirst(
  { backups, storage, clock }: Pick<FileCtx, 'backups' | 'storage' | 'clock'>,
  records: number,
): Promise<void> {
  const oldest = clock.now() - servesFor(records, Bun.file(storage.path).size);
  const outcome = await backups.have('import', oldest);
  if (outcome === undefined || outcome.kind === 'verified') return;
  const isFull = outcome.kind === 'failed' && destinationTrouble(outcome) === 'full';
  throw new AppError({ rule: isFull ? 'import_no_room' : 'import_unsafe' });
}
