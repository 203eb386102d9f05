import type { Parts, Random } from '../base/index.ts';
import { FORGETTING_STEPS, type Storage } from '../storage/index.ts';
import { workspaceOf } from '../workspaces/index.ts';
import { type Forgetting, type ForgettingStep, listOpen, matchList } from './forgetting.ts';
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

function mentionsFor({ storage, random }: Pick<Ports, 'storage' | 'random'>, one: Forgetting) {
  return mentionsOf(one.hashes, hashing(storage.path, workspaceOf(storage.read, one.workspaceSeq).id, random));
}

/**
 * Each phase is run for all forgettings before the next phase begins. So one rewrite of the database file, and one new
 * backup, serves all of them. A forgetting that waits for an import stays in the first phase.
 */
const PHASES: readonly (readonly ForgettingStep[])[] = [
  ['imports'],
  FORGETTING_STEPS.filter((step) => !['imports', 'file', 'copies'].includes(step)),
  ['file'],
  ['copies'],
];

/** The maximum number of forgettings that one search serves. The progress of all of them is stored in one write. */
const JOINED_AT_MOST = 1_000;

/**
 * Joins forgettings into one search. In the step `orders`, it joins only forgettings at the same position. Otherwise an
 * order that one of them has already emptied would be emptied again. Texts that were added to that order since then
 * would be lost.
 */
function join(ones: readonly Forgetting[]): Forgetting[] {
  const again = ones.filter((one) => one.again);
  const joined: Forgetting[] = [];
  for (const group of Map.groupBy(again, ({ step, place }) => (step === 'orders' ? `orders ${place}` : '')).values()) {
    for (let from = 0; from < group.length; from += JOINED_AT_MOST)
      joined.push(...joinSome(group.slice(from, from + JOINED_AT_MOST)));
  }
  return [...joined, ...ones.filter((one) => !one.again)];
}

/**
 * Joins several forgettings into one search. The search begins at the earliest position of any of them, so that no
 * forgetting misses texts.
 */
function joinSome(ones: readonly Forgetting[]): Forgetting[] {
  const [first, ...others] = ones;
  if (first === undefined) return [];
  const { step, place } = others.reduce((last, one) => (isBehind(one, last) ? one : last), first);
  return [
    { ...first, step, place, hashes: ones.flatMap(({ hashes }) => hashes), joined: others.map(({ seq }) => seq) },
  ];
}

function isBehind(a: Forgetting, b: Forgetting): boolean {
  const positionOf = ({ step, place: [row = 0, next = 0] }: Forgetting) => [FORGETTING_STEPS.indexOf(step), row, next];
  const other = positionOf(b);
  const difference = positionOf(a).map((at, nth) => at - (other[nth] ?? 0));
  return (difference.find((by) => by !== 0) ?? 0) < 0;
}

/**
 * Carries out open forgettings while nobody is served; with `again`, only those that a restore made necessary.
 * @returns the forgettings that are still open, because they must wait or were stopped
 * @throws the first failure, after all other forgettings were tried
 */
export async function workOffForgettings(
  { goOn, ...ports }: PortsOfAll,
  which: 'again' | 'all',
): Promise<Forgetting[]> {
  const { storage, files } = ports;
  const turns = createWorkTurns(goOn);
  const findOpen = () => listOpen(storage.read).filter(({ again }) => again || which === 'all');
  const failures: unknown[] = [];
  for (const phase of PHASES) {
    const open = findOpen().filter(({ step }) => phase.includes(step));
    const ofPhase = { ...ports, turns, files: { ...files, file: once(files.file) } };
    const ofWorkspaces = [...Map.groupBy(open, ({ workspaceSeq }) => workspaceSeq).values()];
    // Forgettings are not joined in the phase `copies`, because each may have other copies to remove.
    const joinedOf = phase.includes('copies') ? (ones: readonly Forgetting[]) => ones : join;
    const outcomes = await Promise.allSettled(ofWorkspaces.map((ones) => workOffOnes(ofPhase, joinedOf(ones), phase)));
    failures.push(...outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])));
  }
  if (failures.length > 0) throw failures[0];
  return findOpen();
}

/**
 * Returns a function that rewrites the database file at its first call only. Later calls get the result of that
 * rewrite.
 */
function once(rewrite: FileSteps['file']): FileSteps['file'] {
  let rewritten: Promise<boolean> | undefined;
  return (one) => {
    rewritten ??= rewrite(one);
    return rewritten;
  };
}

/** Continues the workspace's unfinished forgettings. @throws the first failure, after all others were tried */
export const workOffWorkspace = (ports: PortsInTurns, workspaceSeq: number): Promise<void> =>
  workOffOnes(ports, listOpen(ports.storage.read, workspaceSeq), FORGETTING_STEPS);

async function workOffOnes(
  ports: PortsInTurns,
  ones: readonly Forgetting[],
  phase: readonly ForgettingStep[],
): Promise<void> {
  const failures: unknown[] = [];
  for (const open of ones) {
    if (!ports.turns.isGoing()) break;
    try {
      await ports.turns.take(workOff(ports, open, phase));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function* workOff(ports: Ports, open: Forgetting, phase: readonly ForgettingStep[]): Parts<void> {
  for (let one = open; one.finishedAt === null && phase.includes(one.step); ) {
    // Each step has its own cache of contacts, which ends with the step. With many workspaces at work, lasting caches
    // would fill the memory.
    const work = { storage: ports.storage, ...ports.files, mentions: mentionsFor(ports, one) };
    const next = yield* takeStep(work, one);
    yield undefined;
    if (next === undefined) return;
    one = next;
  }
}

/**
 * Repeats forgettings that a restored backup does not contain. The caller must serve no request before this has
 * finished. If `ports.goOn` returned false, forgettings may remain, so the caller must not begin to serve requests.
 */
export async function forgetAgain(ports: PortsOfAll): Promise<Forgetting[]> {
  await matchList(ports);
  return await workOffForgettings(ports, 'again');
}
