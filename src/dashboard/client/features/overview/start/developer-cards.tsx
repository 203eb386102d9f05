import type { CardState } from './facts.ts';
import { KeyCard } from './key-card.tsx';
import { ServerCard, type ServerCardProps } from './server-card.tsx';

export interface DeveloperCardsProps extends Omit<ServerCardProps, 'state'> {
  readonly states: Readonly<Record<'key' | 'server', CardState>>;
}

/** The key and the webhook address: a chunk of its own, because most owners never open it. */
export function DeveloperCards({ facts, states, changed, sending }: DeveloperCardsProps) {
  return (
    <ol class="start-steps">
      <KeyCard facts={facts} state={states.key} changed={changed} />
      <ServerCard facts={facts} state={states.server} changed={changed} sending={sending} />
    </ol>
  );
}
