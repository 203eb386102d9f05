import type { Random } from '../base/index.ts';
import type { Storage } from '../storage/index.ts';
import { type Forgetting, findWorkspaceOf, listOpen, matchList } from './forgetting.ts';
import { hashing, mentionsOf } from './forgotten-list.ts';
import { type FileSteps, takeStep } from './work-off.ts';

interface Ports {
  readonly storage: Storage;
  readonly random: Random;
  readonly files: FileSteps;
  /** Asked between two steps. @returns false: the rest is left for the next start */
  readonly goOn: () => Promise<boolean>;
}

/** Whose texts a forgetting looks for. */
function mentionsFor({ storage, random }: Pick<Ports, 'storage' | 'random'>, one: Forgetting) {
  return mentionsOf(one.hashes, hashing(storage.path, findWorkspaceOf(storage, one), random));
}

/**
 * Works forgettings off, one after another.
 *
 * @param which those alone that a restore has brought back, which nothing may be served before, or all
 * @returns those that are not through yet, for they wait
 */
export async function workOffForgettings(ports: Ports, which: 'again' | 'all'): Promise<Forgetting[]> {
  const { storage, files, goOn } = ports;
  const waiting: Forgetting[] = [];
  for (const open of listOpen(storage.read)) {
    if (which === 'again' && !open.again) continue;
    const work = { storage, ...files, mentions: mentionsFor(ports, open) };
    let one: Forgetting | undefined = open;
    while (one !== undefined && one.finishedAt === null) {
      const next: Forgetting | undefined = await takeStep(work, one);
      if (next === undefined) waiting.push(one);
      if (!(await goOn())) return [...waiting, ...(next === undefined ? [] : [next])];
      one = next;
    }
  }
  return waiting;
}

/** Forgets again, before anything is served, those whom a backup that was put back knows nothing of. */
export async function forgetAgain(ports: Omit<Ports, 'goOn'>): Promise<Forgetting[]> {
  await matchList(ports);
  return await workOffForgettings({ ...ports, goOn: () => Promise.resolve(true) }, 'again');
}
