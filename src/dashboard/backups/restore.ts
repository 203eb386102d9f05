import { dropStaged } from '../../backups/index.ts';
import { AppError, UsageError } from '../../base/index.ts';
import { readCounts } from '../../storage/index.ts';
import type { DashboardDeps } from '../deps.ts';
import { shapeChecked } from './shape.ts';

export interface RestoreSteps {
  /**
   * Makes a backup of what is there now, reads the chosen one whole, and has the server stop, swap and serve again.
   *
   * @throws UsageError in words, backup_busy; then nothing has changed
   */
  begin(name: string, personId: string): Promise<object>;
}

/** The answer shall have left before the server stops. */
const AFTER_ANSWER_MS = 200;

export function restoreSteps({ backups, storage }: DashboardDeps): RestoreSteps {
  let underWay = false;

  async function stage(name: string, personId: string): Promise<object> {
    // First what can be refused without a trace.
    const checked = await backups.check(name, 'staged');
    const { address, staged } = checked;
    if (staged === undefined) throw new Error('a staged backup has no path');
    const safety = await backups.run().catch((error) => {
      // Such as on a full disk, which a copy of everything would keep full.
      dropStaged(staged);
      throw error;
    });
    if (safety?.kind !== 'verified') {
      dropStaged(staged);
      if (safety === undefined) throw new AppError('backup_busy', 'A backup is being made just now.');
      const why = safety.kind === 'failed' ? safety.reason : 'the server stops';
      throw new UsageError(`nothing was restored, for a backup of what is there now could not be made: ${why}`, 1);
    }
    const before = readCounts(storage.path);
    setTimeout(() => backups.restore({ staged, address, actor: { type: 'person', id: personId } }), AFTER_ANSWER_MS);
    return { ...shapeChecked(checked), now: before, safety: safety.made.name };
  }

  return {
    async begin(name, personId) {
      if (underWay) throw new AppError('backup_busy', 'A backup is being made just now.');
      underWay = true;
      try {
        return await stage(name, personId);
      } catch (error) {
        underWay = false;
        throw error;
      }
    },
  };
}
