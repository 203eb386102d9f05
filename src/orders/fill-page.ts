import { giveWay } from '../base/index.ts';

/** Who asks, where nobody may wait for the answer any more. */
export interface Asker {
  readonly signal: AbortSignal;
}

export interface Page<Row> {
  readonly orders: readonly Row[];
  readonly nextCursor: string | null;
  /** Has a cursor because the look ended there: whether an order follows is not known. */
  readonly open: boolean;
}

let lastTurn = Promise.resolve();

/** Looks through orders go on one at a time: however many there are, others wait for one step of one of them. */
export function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(giveWay);
  return lastTurn;
}

/**
 * One page of a list that looks through a bounded number of orders in each step: full while there are more, with a cursor where
 * another order follows and only there. Others are served between two steps. An order that was found again, because it has changed
 * meanwhile, stands in its new place alone. Ends where it is once the asker has gone.
 */
export async function fillPage<Row extends { readonly id: string }>(
  step: (limit: number, cursor: string | undefined) => Page<Row>,
  limit: number,
  cursor: string | undefined,
  { signal }: Asker,
): Promise<Page<Row>> {
  let page = step(limit, cursor);
  while (page.open && page.nextCursor !== null && !signal.aborted) {
    await nextTurn();
    const room = limit - page.orders.length;
    const more = step(Math.max(room, 1), page.nextCursor);
    // What follows a full page begins the next one.
    if (room === 0 && more.orders.length > 0) break;
    const again = new Set(more.orders.map(({ id }) => id));
    page = { ...more, orders: [...page.orders.filter(({ id }) => !again.has(id)), ...more.orders] };
  }
  return page;
}
