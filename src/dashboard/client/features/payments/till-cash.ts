import { sum } from '../../data/sum.ts';

interface Method {
  readonly received: number;
  readonly refunded: number;
  readonly isCash: boolean;
}

interface Day<M> {
  readonly methods: readonly M[];
  readonly cashReceived: number;
  readonly cashRefunded: number;
}

/**
 * Returns the day's cash: the sums of the methods that the reader ticked as cash. It adjusts the server's sum instead
 * of adding up the list, because the list lacks some methods.
 */
export function cashOf<M extends Method>(till: Day<M>, isCash: (one: M) => boolean) {
  const turned = till.methods.filter((one) => isCash(one) !== one.isCash);
  const more = (of: (one: M) => number) => turned.map((one) => (one.isCash ? -of(one) : of(one)));
  return {
    received: sum([till.cashReceived, ...more((one) => one.received)]),
    refunded: sum([till.cashRefunded, ...more((one) => one.refunded)]),
  };
}
