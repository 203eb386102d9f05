import type { Static } from '@sinclair/typebox';
import { dropStaged } from '../../backups/index.ts';
import { AppError, BackupError } from '../../base/index.ts';
import { readCounts, refuseOtherSeal } from '../../storage/index.ts';
import { findFirstWorkspace } from '../../workspaces/index.ts';
import type { DashboardDeps, RestoreWish } from '../desk/index.ts';
import type { Restoring } from './answers.ts';
import { shapeChecked } from './shape.ts';

interface RestoreAsker extends Pick<RestoreWish, 'actor' | 'receipt' | 'anySeal'> {
  /**
   * Throws if the requester no longer has the right to restore. Reading a backup takes time, and the right may end
   * meanwhile.
   */
  readonly stillMay: () => void;
}

/** Restores the whole server. One restore runs at a time, because two backups cannot replace the same database. */
export interface RestoreSteps {
  /**
   * Reads the backup `name` and backs up the current data. Then the server stops, swaps the files and serves again. An
   * error leaves the data unchanged.
   * @throws UsageError with a readable message, backup_busy, and the errors of `stillMay`
   */
  begin(name: string, asker: RestoreAsker): Promise<Static<typeof Restoring>>;
  /** Returns true from the request for a restore until the server refuses the request or stops to swap the files. */
  underWay(): boolean;
  /**
   * Refuses restores while `work` runs, because a restore would undo the changes of `work`.
   * @throws backup_busy while a restore is under way
   */
  outside<T>(work: () => Promise<T>): Promise<T>;
}

/** The wait before the server stops, so that the answer leaves first. */
const AFTER_ANSWER_MS = 200;

export const backupBusy = (): AppError => new AppError({ rule: 'backup_busy' });

type RestoreDeps = Pick<DashboardDeps, 'backups' | 'storage'>;

export function restoreSteps(deps: RestoreDeps): RestoreSteps {
  const { backups, storage } = deps;
  let underWay = false;
  let outside = 0;

  async function stage(name: string, { stillMay, ...asker }: RestoreAsker): Promise<Static<typeof Restoring>> {
    // The checks come before the safety backup, so that a refusal leaves no trace.
    const checked = await backups.check(name, 'staged');
    const { address, staged } = checked;
    if (staged === undefined) throw new Error('a staged backup has no path');
    try {
      if (!asker.anySeal) refuseOtherSeal(storage.path, checked.verified.seal, address);
      const safety = await makeSafety(deps);
      stillMay();
      const before = readCounts(storage.path);
      setTimeout(() => backups.restore({ staged, address, ...asker }), AFTER_ANSWER_MS);
      return { ...shapeChecked(deps, checked), now: before, safety };
    } catch (error) {
      dropStaged(staged);
      throw error;
    }
  }

  return {
    async begin(name, asker) {
      if (underWay || outside > 0) throw backupBusy();
      underWay = true;
      try {
        return await stage(name, asker);
      } catch (error) {
        underWay = false;
        throw error;
      }
    },
    underWay: () => underWay,
    async outside(work) {
      if (underWay) throw backupBusy();
      outside += 1;
      try {
        return await work();
      } finally {
        outside -= 1;
      }
    },
  };
}

/** @returns the name of the safety backup; null if the server has no workspace and so nothing to keep */
async function makeSafety({ backups, storage }: RestoreDeps): Promise<string | null> {
  if (findFirstWorkspace(storage.read) === undefined) return null;
  const safety = await backups.run('safety');
  if (safety === undefined) throw backupBusy();
  if (safety.kind === 'verified') return safety.made.name;
  const why = safety.kind === 'failed' ? safety.reason : 'the server stops';
  throw new BackupError({ rule: 'backup_unsafe', why });
}
