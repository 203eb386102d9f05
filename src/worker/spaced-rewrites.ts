import { type Clock, DAY_MS, HOUR_MS } from '../base/index.ts';
import type { Forgetting } from '../forgetting/index.ts';

/** The pause after a rewrite of the database file, as a multiple of the time that the rewrite took. */
const REST = 20;
/**
 * The minimum pauses between one workspace's rewrites of the file. The longer pause applies if the forgotten client had
 * no stored data.
 */
const [REST_MS, REST_OF_NOTHING_MS] = [HOUR_MS, DAY_MS];

interface RewritePorts {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Rewrites the file. Resolves to false if the rewrite must be tried again. */
  readonly rewrite: () => Promise<boolean>;
  /** Returns the `id` of each `Forgetting` that waits for a rewrite. */
  readonly waiting: () => readonly string[];
  /** Returns true if a rewrite takes so little time that no workspace has to pause. */
  readonly isQuick: () => boolean;
}

/**
 * Spaces out the rewrites of the file, because nobody can write during a rewrite.
 * @returns a function that rewrites the file for a `Forgetting`; call it again until it resolves to true
 */
export function spaceRewrites({ clock: { monotonic }, rewrite, waiting, isQuick }: RewritePorts) {
  const served = new Set<string>();
  let nextMs = Number.NEGATIVE_INFINITY;
  const nextOf = new Map<string, number>();
  return async ({ id, workspaceSeq, counts }: Pick<Forgetting, 'id' | 'workspaceSeq' | 'counts'>): Promise<boolean> => {
    if (served.delete(id)) return true;
    const hasFound = Object.values(counts).some((rows) => rows > 0);
    const paused = `${workspaceSeq} ${hasFound}`;
    const begunMs = monotonic();
    if (begunMs < Math.max(nextMs, nextOf.get(paused) ?? nextMs)) return false;
    const asked = waiting();
    const pauses = !isQuick();
    const isDone = await rewrite();
    const endMs = monotonic();
    nextMs = endMs + REST * (endMs - begunMs);
    if (!isDone) return false;
    if (pauses) nextOf.set(paused, endMs + (hasFound ? REST_MS : REST_OF_NOTHING_MS));
    for (const one of asked) if (one !== id) served.add(one);
    return true;
  };
}
