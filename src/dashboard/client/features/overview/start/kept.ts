import { useState } from 'preact/hooks';
import type { CardName } from './facts.ts';

export interface StartFacts {
  /** Cards that the reader has put away. */
  readonly aside: readonly CardName[];
  /** The whole block, once all of it is done. */
  readonly isHidden: boolean;
}

const CARDS: readonly CardName[] = ['products', 'people', 'samples', 'mail', 'backup'];
const keyOf = (workspaceId: string): string => `docket.start.${workspaceId}`;

function read(workspaceId: string): StartFacts {
  try {
    const words = (localStorage.getItem(keyOf(workspaceId)) ?? '').split(' ');
    return { aside: CARDS.filter((name) => words.includes(name)), isHidden: words.includes('hidden') };
  } catch {
    return { aside: [], isHidden: false };
  }
}

/** The facts that this browser remembers of the first steps in a workspace. */
export function useKept(workspaceId: string): readonly [StartFacts, (kept: StartFacts) => void] {
  const [kept, setKept] = useState(() => read(workspaceId));
  const keep = (next: StartFacts): void => {
    setKept(next);
    try {
      localStorage.setItem(keyOf(workspaceId), [...next.aside, ...(next.isHidden ? ['hidden'] : [])].join(' '));
    } catch {
      // Then it holds until the page is left.
    }
  };
  return [kept, keep];
}
