import type { Clock } from '../base/index.ts';

/** After a rewrite of the file everybody may write for twenty times as long as it took. */
const REST = 20;

/**
 * Spaces out the rewrites of the file, because nobody can write during one. A rewrite serves all who asked before it.
 *
 * @param rewrite returns false if it has to be tried again
 * @returns asks for a rewrite by an id; true once the file was rewritten since this id first asked
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
