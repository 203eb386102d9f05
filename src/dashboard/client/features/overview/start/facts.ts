import { api, ask } from '../../../data/api.ts';

export const startOf = (workspaceId: string) => api.workspaces({ workspace: workspaceId });

export const loadFacts = (workspaceId: string) => ask(startOf(workspaceId).start.get());

export type Facts = Awaited<ReturnType<typeof loadFacts>>;
export type Endpoint = NonNullable<Facts['endpoint']>;
export type Outcome = NonNullable<Endpoint['test']>;

export type CardState = 'done' | 'waiting' | 'open' | 'later';
export type CardName = 'key' | 'server' | 'mail' | 'backup';

/** What each card shows; `aside` are those that the reader has put away. */
export function statesOf(facts: Facts, aside: readonly CardName[]): Readonly<Record<CardName, CardState>> {
  const hasOrder = facts.key && facts.order !== null;
  const waitingOr = (isStarted: boolean): CardState => (isStarted ? 'waiting' : 'open');
  return {
    key: hasOrder ? 'done' : waitingOr(facts.key),
    server: facts.endpoint?.delivered === true ? 'done' : waitingOr(facts.endpoint !== null),
    mail: facts.mail ? 'done' : aside.includes('mail') ? 'later' : 'open',
    // They are on; that they lie in a good place the reader says.
    backup: aside.includes('backup') ? 'done' : 'open',
  };
}
