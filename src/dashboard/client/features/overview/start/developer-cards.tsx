import type { CardState } from './facts.ts';
import { KeyCard } from './key-card.tsx';
import { ServerCard, type ServerCardProps } from './server-card.tsx';

export interface DeveloperCardsProps extends Omit<ServerCardProps, 'state'> {
  readonly states: Readonly<Record<'key' | 'server', CardState>>;
}

/** A separate chunk, because most owners never open these cards. */
export function DeveloperCards({ facts, states, changed, sending }: DeveloperCardsProps) {
  return (
    <ol class="start-steps">
      <KeyCard facts={facts} state={states.key} changed={changed} />
      <ServerCard facts={facts} state={states.server} changed={changed} sending={sending} />
    </ol>
  );
}
