export interface Turn {
  /** True if the caller's session or device is known. Such callers are served before all strangers. */
  readonly known: boolean;
  /**
   * The caller's groups, the widest first. A stranger's groups are networks. A known person's groups are a workspace
   * and the person.
   */
  readonly groups: readonly string[];
}

/** Returns the turn of an unknown caller. @param networks the caller's networks, the narrowest first (`networksOf`) */
export const turnOfStranger = (networks: readonly string[]): Turn => ({ known: false, groups: networks.toReversed() });

interface FairQueue {
  /**
   * Runs `work` when it is the caller's turn.
   * @param refused creates the error for a caller who is refused at once because the queue is full
   */
  run<T>(turn: Turn, refused: () => Error, work: () => Promise<T>): Promise<T>;
}

interface Waiting extends Turn {
  readonly go: () => void;
  readonly refuse: () => void;
}

/**
 * The limit on known callers in the queue. Strangers have a separate limit of the same size. A server with two cores
 * needs twenty seconds to hash all 100 passwords.
 */
const WAITING_AT_MOST = 50;
/**
 * The number of turns in a row that known callers get before a stranger gets one. Otherwise a member who signs in
 * endlessly could shut out strangers.
 */
const KNOWN_IN_A_ROW = 3;
const REMEMBERED = 1_000;

/**
 * Creates a queue that serves known callers before strangers. After three known callers in a row, one stranger gets a
 * turn. Strangers are grouped by network, and known callers by workspace. The next turn goes to the group that was
 * served longest ago. If the queue is full, it refuses a caller from the group with the most waiting callers.
 */
export function createFairQueue(atOnce: number): FairQueue {
  const waiting: Waiting[] = [];
  const servedAt = new Map<string, number>();
  let [running, served, knownInARow] = [0, 0, 0];

  const lastServed = ({ groups }: Turn): number[] => groups.map((group) => servedAt.get(group) ?? 0);

  function isBefore(a: Waiting, b: Waiting): boolean {
    if (a.known !== b.known) return a.known;
    const [mine, theirs] = [lastServed(a), lastServed(b)];
    const differs = mine.findIndex((at, level) => at !== (theirs[level] ?? 0));
    return differs >= 0 && (mine[differs] ?? 0) < (theirs[differs] ?? 0);
  }

  function serveNext(): void {
    if (running >= atOnce || waiting.length === 0) return;
    const strangers = knownInARow < KNOWN_IN_A_ROW ? [] : waiting.filter(({ known }) => !known);
    const inTurn = strangers.length > 0 ? strangers : waiting;
    const next = inTurn.reduce((best, one) => (isBefore(one, best) ? one : best));
    waiting.splice(waiting.indexOf(next), 1);
    start(next);
    next.go();
  }

  function start({ known, groups }: Turn): void {
    running += 1;
    knownInARow = known ? knownInARow + 1 : 0;
    served += 1;
    noteServed(servedAt, groups, served);
  }

  function makeRoom(turn: Turn): boolean {
    const alike = waiting.filter(({ known }) => known === turn.known);
    if (alike.length < WAITING_AT_MOST) return true;
    const greediest = findGreediest(alike, turn);
    if (greediest === undefined) return false;
    waiting.splice(waiting.indexOf(greediest), 1);
    greediest.refuse();
    return true;
  }

  return {
    async run(turn, refused, work) {
      if (running < atOnce && waiting.length === 0) start(turn);
      else if (makeRoom(turn)) {
        await new Promise<void>((resolve, reject) => {
          waiting.push({ ...turn, go: resolve, refuse: () => reject(refused()) });
        });
      } else throw refused();
      try {
        return await work();
      } finally {
        running -= 1;
        serveNext();
      }
    },
  };
}

function noteServed(servedAt: Map<string, number>, groups: readonly string[], served: number): void {
  for (const group of groups) {
    servedAt.delete(group);
    servedAt.set(group, served);
  }
  for (const group of servedAt.keys()) {
    if (servedAt.size <= REMEMBERED) break;
    servedAt.delete(group);
  }
}

/**
 * Finds the caller to drop from a full queue, so that a newcomer can wait. This is the latest caller of the group with
 * the most waiting callers. Groups are compared level by level: for example, first all workspaces, then the people of
 * the newcomer's workspace. Returns undefined if no group is larger than the newcomer's own group. The newcomer is then
 * refused.
 */
function findGreediest(waiting: readonly Waiting[], turn: Turn): Waiting | undefined {
  let rivals = waiting;
  for (const [level, own] of turn.groups.entries()) {
    const counts = countBy([...rivals, turn], level);
    const most = Math.max(...counts.values());
    const greediest = rivals.findLast(({ groups }) => counts.get(groups[level] ?? '') === most);
    if (greediest !== undefined && (counts.get(own) ?? 0) < most) return greediest;
    rivals = rivals.filter(({ groups }) => groups[level] === own);
  }
  return undefined;
}

function countBy(turns: readonly Turn[], level: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { groups } of turns) {
    const group = groups[level] ?? '';
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return counts;
}
