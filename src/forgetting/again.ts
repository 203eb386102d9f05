import type { Random } from '../base/index.ts';
import type { Storage } from '../storage/index.ts';
import { workspaceOf } from '../workspaces/index.ts';
import { type Forgetting, listOpen, matchList } from './forgetting.ts';
import { hashing, mentionsOf } from './forgotten-list.ts';
import { type FileSteps, takeStep } from './work-off.ts';

interface Ports {
  readonly storage: Storage;
  readonly random: Random;
  readonly files: FileSteps;
  /** Checks between two steps whether to continue; false leaves the remaining steps to the next start. */
  readonly goOn: () => Promise<boolean>;
}

/** Returns a function that checks whether a text mentions the person to forget. */
function mentionsFor({ storage, random }: Pick<Ports, 'storage' | 'random'>, one: Forgetting) {
  return mentionsOf(one.hashes, hashing(storage.path, workspaceOf(storage.read, one.workspaceSeq).id, random));
}

/**
 * Works off the open forgettings, one after another. If one fails, the others still run.
 *
 * @param which `again` for the forgettings that a restore made necessary, before anything is served; `all` for every
 * open forgetting
 * @returns the forgettings that must wait
 * @throws the first failure, after all others were tried
 */
export async function workOffForgettings(ports: Ports, which: 'again' | 'all'): Promise<Forgetting[]> {
  const { storage, goOn } = ports;
  const waiting: Forgetting[] = [];
  const failures: unknown[] = [];
  let isGoing = true;
  for (const open of listOpen(storage.read)) {
    if (!isGoing) break;
    if (which === 'again' && !open.again) continue;
    try {
      const left = await workOff(ports, open, async () => {
        isGoing = await goOn();
        return isGoing;
      });
      if (left !== undefined) waiting.push(left);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return waiting;
}

/** Works off one forgetting. @returns the forgetting if it must wait or was stopped; undefined if it is finished */
async function workOff(ports: Ports, open: Forgetting, goOn: Ports['goOn']): Promise<Forgetting | undefined> {
  const work = { storage: ports.storage, ...ports.files, mentions: mentionsFor(ports, open) };
  for (let one = open; one.finishedAt === null; ) {
    const next = await takeStep(work, one);
    if (!(await goOn()) || next === undefined) return next ?? one;
    one = next;
  }
  return undefined;
}

/** Repeats forgettings that a restored backup does not contain. The caller must not serve anything before. */
export async function forgetAgain(ports: Omit<Ports, 'goOn'>): Promise<Forgetting[]> {
  await matchList(ports);
  return await workOffForgettings({ ...ports, goOn: () => Promise.resolve(true) }, 'again');
}
