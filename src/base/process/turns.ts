/** The owner of the work: a workspace by its seq. */
type Group = number;

/** The longest step of heavy work, in milliseconds. A call that arrives meanwhile waits no longer than this. */
const STEP_MS = 1;
/** The number of event-loop turns between two steps of heavy work. New calls are answered in these turns. */
const REST = 4;

const waiting = new Map<Group, (() => void)[]>();
let isGoing = false;
let begunMs = Number.NEGATIVE_INFINITY;

/**
 * Resolves when a step of heavy work may begin; the step ends when the caller next awaits something. One step runs at a
 * time, and workspaces take turns. So one workspace's work delays another by a single step only.
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

/** The limit on the bytes of text that one step reads. Processing this much text takes a millisecond or two. */
const STEP_BYTES = 262_144;

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

export const firstPart = <T>(rows: readonly T[], bytesOf: (row: T) => number): readonly T[] =>
  stepParts(rows, bytesOf).next().value ?? [];

/**
 * In `writeParts`, each row counts as at least this many bytes. So one write changes at most 64 rows, because its bytes
 * are limited to `STEP_BYTES`.
 */
const LEAST_BYTES = 4_096;

export const writeParts = <T>(rows: readonly T[], bytesOf: (row: T) => number): readonly (readonly T[])[] => [
  ...stepParts(rows, (row) => Math.max(bytesOf(row), LEAST_BYTES)),
];

/** A row's position, and the size of its texts in bytes. */
export interface SizedRow {
  readonly at: number;
  readonly bytes: number;
}

/**
 * Reads rows of unlimited number and size, a few at a time.
 * @param sizes reads the sizes of the next rows after a position
 * @param read reads the rows after one position up to another
 */
export function* inSlices<Row>(
  sizes: (after: number) => readonly SizedRow[],
  read: (after: number, upTo: number) => readonly Row[],
): Generator<Row, void> {
  for (let after = -1; ; ) {
    const upTo = firstPart(sizes(after), ({ bytes }) => bytes).at(-1)?.at;
    if (upTo === undefined) return;
    yield* read(after, upTo);
    after = upTo;
  }
}

/** Returns true if the current step of heavy work has used up its time. The caller must then await `nextTurn`. */
export const isStepOver = (): boolean => performance.now() - begunMs > STEP_MS;

/** Work in small steps, between which other requests may be served. */
export type Steps<T> = Generator<undefined, T, undefined>;

export async function inTurns<T>(group: number, steps: Steps<T>): Promise<T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (isStepOver()) await nextTurn(group);
  }
}

/**
 * Long work in parts. Between two parts, other work may take its turn, or the rest may be left for later. A part may
 * yield a function with a long wait. The caller runs the function outside its turn, so other work continues meanwhile.
 */
export type Parts<T> = AsyncGenerator<undefined | (() => Promise<unknown>), T, undefined>;

/** The limit on the steps of one part. 1,000 of the slowest steps, which parse phones, take some 50 ms. */
const PART_STEPS = 1_000;

export async function* inParts<T>(group: number, steps: Steps<T>): Parts<T> {
  for (let taken = 1; ; taken += 1) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (isStepOver()) await nextTurn(group);
    if (taken % PART_STEPS === 0) yield undefined;
  }
}

export function* filterInSteps<Row>(rows: readonly Row[], holds: (row: Row) => Steps<boolean>): Steps<Row[]> {
  const found: Row[] = [];
  for (const row of rows) {
    if (yield* holds(row)) found.push(row);
    yield;
  }
  return found;
}

/** The number of rows that one step sorts or merges. This takes less than half a millisecond. */
const SORTED_AT_ONCE = 500;

/** Sorts rows as `toSorted` does. In one piece, 50,000 rows would take a tenth of a second. */
export function* sortInSteps<Row>(rows: readonly Row[], compare: (a: Row, b: Row) => number): Steps<Row[]> {
  let runs: Row[][] = [];
  for (let at = 0; at < rows.length; at += SORTED_AT_ONCE) {
    runs.push(rows.slice(at, at + SORTED_AT_ONCE).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: Row[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<Row>(one: readonly Row[], other: readonly Row[], compare: (a: Row, b: Row) => number): Steps<Row[]> {
  const all: Row[] = [];
  for (let [at, from] = [0, 0]; at < one.length || from < other.length; ) {
    const [a, b] = [one[at], other[from]];
    const isFirst = b === undefined || (a !== undefined && compare(a, b) <= 0);
    all.push((isFirst ? a : b) as Row);
    if (isFirst) at += 1;
    else from += 1;
    if (all.length % SORTED_AT_ONCE === 0) yield;
  }
  return all;
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
  // The group moves to the end of the queue.
  if (others.length > 0) waiting.set(group, others);
  begunMs = performance.now();
  begin?.();
  rest(REST);
}
