import { useState } from 'preact/hooks';
import type { CardName } from './facts.ts';

export interface StartFacts {
  /** Cards that the reader postponed. */
  readonly aside: readonly CardName[];
  /** True if the reader has hidden the whole block after completing it. */
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

/** The facts that this browser remembers about the first steps in a workspace. */
export function useKept(workspaceId: string): readonly [StartFacts, (kept: StartFacts) => void] {
  const [kept, setKept] = useState(() => read(workspaceId));
  const keep = (next: StartFacts): void => {
    setKept(next);
    try {
      localStorage.setItem(keyOf(workspaceId), [...next.aside, ...(next.isHidden ? ['hidden'] : [])].join(' '));
    } catch {
      // If the browser cannot store the state, it lasts until the reader leaves the page.
    }
  };
  return [kept, keep];
}
