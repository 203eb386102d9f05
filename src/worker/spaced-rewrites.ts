import type { Clock } from '../base/index.ts';

/** The pause after a rewrite of the file, as a multiple of its duration. Nobody can write during a rewrite. */
const REST = 20;

/**
 * Spaces out the rewrites of the file, because nobody can write during one. One rewrite serves all earlier requests.
 *
 * @param rewrite returns false if it must be tried again
 * @returns a function that requests a rewrite under an id; it returns true if the file was rewritten since this id's
 * first request
 */
export function spaceRewrites(
  { monotonic }: Pick<Clock, 'monotonic'>,
  rewrite: () => Promise<boolean>,
): (id: string) => Promise<boolean> {
  const waiting = new Set<string>();
  const served = new Set<string>();
  let nextMs = Number.NEGATIVE_INFINITY;
  return async (id) => {
    if (served.delete(id)) return true;
    waiting.add(id);
    const begunMs = monotonic();
    if (begunMs < nextMs) return false;
    const asked = [...waiting];
    const isDone = await rewrite();
    const endMs = monotonic();
    nextMs = endMs + REST * (endMs - begunMs);
    if (!isDone) return false;
    for (const one of asked) {
      waiting.delete(one);
      if (one !== id) served.add(one);
    }
    return true;
  };
}
