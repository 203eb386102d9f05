import type { Parts, Random } from '../base/index.ts';
import type { Storage } from '../storage/index.ts';
import { workspaceOf } from '../workspaces/index.ts';
import { type Forgetting, listOpen, matchList } from './forgetting.ts';
import { hashing, mentionsOf } from './forgotten-list.ts';
import { type FileSteps, takeStep } from './work-off.ts';
import { createWorkTurns, type GoOn, type WorkTurns } from './work-turns.ts';

interface Ports {
  readonly storage: Storage;
  readonly random: Random;
  readonly files: FileSteps;
}

interface PortsOfAll extends Ports {
  readonly goOn: GoOn;
}

interface PortsInTurns extends Ports {
  readonly turns: WorkTurns;
}

/** Returns a function that checks whether a text mentions the person to forget. */
function mentionsFor({ storage, random }: Pick<Ports, 'storage' | 'random'>, one: Forgetting) {
  return mentionsOf(one.hashes, hashing(storage.path, workspaceOf(storage.read, one.workspaceSeq).id, random));
}

/**
 * Works off the open forgettings. Workspaces take turns, a part each, and each works on one forgetting after another.
 * If one fails, the others still run.
 *
 * @param which `again` for the forgettings that a restore made necessary, before anything is served; `all` for every
 * open forgetting
 * @returns the forgettings that must wait
 * @throws the first failure, after all others were tried
 */
export async function workOffForgettings(
  { goOn, ...ports }: PortsOfAll,
  which: 'again' | 'all',
): Promise<Forgetting[]> {
  const turns = createWorkTurns(goOn);
  const open = listOpen(ports.storage.read).filter(({ again }) => again || which === 'all');
  const ofWorkspaces = [...Map.groupBy(open, ({ workspaceSeq }) => workspaceSeq).values()];
  const outcomes = await Promise.allSettled(ofWorkspaces.map((ones) => workOffOnes({ ...ports, turns }, ones)));
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
}

/** Works off the open forgettings of one workspace. @throws the first failure, after all others were tried */
export const workOffWorkspace = (ports: PortsInTurns, workspaceSeq: number): Promise<Forgetting[]> =>
  workOffOnes(
    ports,
    listOpen(ports.storage.read).filter((one) => one.workspaceSeq === workspaceSeq),
  );

/** @returns the forgettings that must wait or were stopped */
async function workOffOnes(ports: PortsInTurns, ones: readonly Forgetting[]): Promise<Forgetting[]> {
  const waiting: Forgetting[] = [];
  const failures: unknown[] = [];
  for (const open of ones) {
    if (!ports.turns.isGoing()) break;
    try {
      const outcome = await ports.turns.take(workOff(ports, open));
      const left = outcome.isOver ? outcome.result : open;
      if (left !== undefined) waiting.push(left);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return waiting;
}

/** Works off one forgetting. @returns the forgetting if it must wait; undefined if it is finished */
async function* workOff(ports: Ports, open: Forgetting): Parts<Forgetting | undefined> {
  for (let one = open; one.finishedAt === null; ) {
    // Each step has its own cache of contacts. With many workspaces at work, larger caches would fill the memory.
    const work = { storage: ports.storage, ...ports.files, mentions: mentionsFor(ports, one) };
    const next = yield* takeStep(work, one);
    yield undefined;
    if (next === undefined) return one;
    one = next;
  }
  return undefined;
}

/**
 * Repeats forgettings that a restored backup does not contain. The caller must serve no request before this has
 * finished, and none at all if `goOn` stopped it.
 */
export async function forgetAgain(ports: PortsOfAll): Promise<Forgetting[]> {
  await matchList(ports);
  return await workOffForgettings(ports, 'again');
}
