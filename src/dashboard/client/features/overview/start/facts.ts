import { ask } from '../../../data/api.ts';
import { here } from '../../../data/me.ts';

export const loadFacts = () => ask(here().start.get());

export type Facts = Awaited<ReturnType<typeof loadFacts>>;
export type Endpoint = NonNullable<Facts['endpoint']>;
export type Outcome = NonNullable<Endpoint['test']>;

export type CardState = 'done' | 'waiting' | 'open' | 'later';
/** The steps to set up a shop. `key` and `server` are for the shop's developer. */
export type CardName = 'order' | 'products' | 'people' | 'samples' | 'mail' | 'backup' | 'key' | 'server';

/**
 * Returns the states of all cards. `aside` lists the cards that the reader postponed or checked off. Only the reader
 * knows that a checked-off step is done.
 */
export function statesOf(facts: Facts, aside: readonly CardName[]): Readonly<Record<CardName, CardState>> {
  const hasOrder = facts.key && facts.called !== null;
  const laterOr = (name: CardName, isDone: boolean): CardState => {
    if (isDone) return 'done';
    return aside.includes(name) ? 'later' : 'open';
  };
  const waitingOr = (isStarted: boolean): CardState => (isStarted ? 'waiting' : 'open');
  return {
    key: hasOrder ? 'done' : waitingOr(facts.key),
    server: facts.endpoint?.delivered === true ? 'done' : waitingOr(facts.endpoint !== null),
    // Samples do not count as the shop's own orders.
    order: (aside.includes('samples') ? facts.beyondSamples : facts.orders) ? 'done' : 'open',
    products: laterOr('products', facts.products),
    people: laterOr('people', facts.people),
    samples: aside.includes('samples') ? 'done' : 'open',
    mail: laterOr('mail', facts.mail),
    // An existing backup does not prove this step, because Docket makes backups from the start. The step is done when
    // the user confirms that backups go to a good destination.
    backup: aside.includes('backup') ? 'done' : 'open',
  };
}
