import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inWords } from './disk-shelf.ts';
import { isDraft } from './names.ts';

/** A draft without a write for this long is abandoned. */
const STALE_DRAFT_MS = 3_600_000;

export function sweepDrafts(folder: string, nowMs: number): void {
  inWords(folder, () => {
    for (const entry of readdirSync(folder).filter(isDraft)) {
      const path = join(folder, entry);
      const stat = statSync(path, { throwIfNoEntry: false });
      if (stat !== undefined && nowMs - stat.mtimeMs > STALE_DRAFT_MS) rmSync(path, { force: true });
    }
  });
}
