import { destinationTrouble } from '../../backups/index.ts';
import { AppError, DAY_MS, MINUTE_MS } from '../../base/index.ts';
import type { FileCtx } from '../desk/index.ts';

/** The most that is lost by going back to a backup that serves for several imports. */
const SERVES_MS = 15 * MINUTE_MS;
/** Copying so much takes longer than a small import is worth. */
const LARGE_BYTES = 1_073_741_824;
const FEW_RECORDS = 100;

/** Pure: how old a backup may be that serves for an import. */
export const servesFor = (records: number, databaseBytes: number): number =>
  records <= FEW_RECORDS && databaseBytes >= LARGE_BYTES ? DAY_MS : SERVES_MS;

/** Has everything backed up before an import begins. @throws backup_trouble: then nothing is to be imported */
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
