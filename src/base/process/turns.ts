/** The owner of the work: a workspace by its seq. */
type Group = number;

/** The longest step of heavy work, in milliseconds: a caller that comes meanwhile waits no longer than this for it. */
const STEP_MS = 1;
/** Turns of the event loop between two steps: a caller that comes during one is answered before the next. */
const REST = 4;

/** The waiting calls by their group; the first of the first group is next. */
const waiting = new Map<Group, (() => void)[]>();
let isGoing = false;
let begunMs = Number.NEGATIVE_INFINITY;

/**
 * Resolves when a step of heavy work may begin, which ends with the caller's next wait. One step at a time goes on, and
 * workspaces take turns: one workspace's work costs another only a single step.
 */
export function nextTurn(group: Group): Promise<void> {
  return new Promise((resolve) => {
    const own = waiting.get(group);
    if (own === undefined) waiting.set(group, [resolve]);
    else own.push(resolve);
    if (!isGoing) {
      isGoing = true;
      rest(1);
    }
  });
}

/** Bytes of texts that are read, and made something of, in one step: a millisecond or two. */
const STEP_BYTES = 262_144;

/** Cuts rows into parts, each as large as one step may read; a row that is larger has a part of its own. */
export function* stepParts<T>(rows: readonly T[], bytesOf: (row: T) => number): Generator<readonly T[], void> {
  let [part, bytes]: [T[], number] = [[], 0];
  for (const row of rows) {
    const own = bytesOf(row);
    if (part.length > 0 && bytes + own > STEP_BYTES) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(row);
    bytes += own;
  }
  if (part.length > 0) yield part;
}

/** The first rows that one step may read, at least one. */
export const firstPart = <T>(rows: readonly T[], bytesOf: (row: T) => number): readonly T[] =>
  stepParts(rows, bytesOf).next().value ?? [];

/** True if the step has taken its full time; its owner then asks for the next one. */
export const isStepOver = (): boolean => performance.now() - begunMs > STEP_MS;

/** Work in small steps, between which others may be served. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Goes through all steps; others are served once they have taken the time of one turn. */
export async function inTurns<T>(group: number, steps: Steps<T>): Promise<T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (isStepOver()) await nextTurn(group);
  }
}

/** The rows for which a look in steps comes to true. */
export function* filterInSteps<Row>(rows: readonly Row[], holds: (row: Row) => Steps<boolean>): Steps<Row[]> {
  const found: Row[] = [];
  for (const row of rows) if (yield* holds(row)) found.push(row);
  return found;
}

function rest(turns: number): void {
  setImmediate(() => (turns > 1 ? rest(turns - 1) : goOn()));
}

function goOn(): void {
  const next = waiting.entries().next().value;
  if (next === undefined) {
    isGoing = false;
    return;
  }
  const [group, [begin, ...others]] = next;
  waiting.delete(group);
  // Behind all others.
  if (others.length > 0) waiting.set(group, others);
  begunMs = performance.now();
  begin?.();
  rest(REST);
}
