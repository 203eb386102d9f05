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

/** True if the step has taken its full time; its owner then asks for the next one. */
export const isStepOver = (): boolean => performance.now() - begunMs > STEP_MS;

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
