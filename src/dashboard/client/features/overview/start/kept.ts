import { useState } from 'preact/hooks';
import { keepChoice, keptChoice } from '../../../data/try-to.ts';
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
  const words = (keptChoice(keyOf(workspaceId)) ?? '').split(' ');
  return { aside: CARDS.filter((name) => words.includes(name)), isHidden: words.includes('hidden') };
}

export function useKept(workspaceId: string): readonly [StartFacts, (kept: StartFacts) => void] {
  const [kept, setKept] = useState(() => read(workspaceId));
  const keep = (next: StartFacts): void => {
    setKept(next);
    keepChoice(keyOf(workspaceId), [...next.aside, ...(next.isHidden ? ['hidden'] : [])].join(' '));
  };
  return [kept, keep];
}
