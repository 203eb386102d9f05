import { nextTurn } from '../base/index.ts';
import type { Workspace } from '../workspaces/index.ts';

/** The caller of a long read, who may disconnect before the answer. */
export interface Asker {
  readonly signal: AbortSignal;
}

/** A read in many steps. Workspaces take turns between the steps, so that no workspace's reads delay another's. */
export interface LongRead {
  readonly asker: Asker;
  readonly workspace: Pick<Workspace, 'seq'>;
  /** The limit on orders looked up in one step; by default the page's limit. */
  readonly atOnce?: number;
}

export interface Page<Row> {
  readonly orders: readonly Row[];
  readonly nextCursor: string | null;
  /** True if the search stopped at its limit, so the next page may be empty. */
  readonly open: boolean;
}

/**
 * Fills one page of a list in steps that each search a limited number of orders. Serves other requests between two
 * steps. Stops when the caller disconnects. An order that changed meanwhile appears only in its new place.
 */
export async function fillPage<Row extends { readonly id: string }>(
  step: (limit: number, cursor: string | undefined) => Page<Row> | Promise<Page<Row>>,
  limit: number,
  cursor: string | undefined,
  { asker: { signal }, workspace, atOnce = limit }: LongRead,
): Promise<Page<Row>> {
  let page = await step(Math.min(limit, atOnce), cursor);
  while ((page.open || page.orders.length < limit) && page.nextCursor !== null && !signal.aborted) {
    await nextTurn(workspace.seq);
    const room = limit - page.orders.length;
    const more = await step(Math.min(Math.max(room, 1), atOnce), page.nextCursor);
    // The page is full, so these orders belong to the next page.
    if (room === 0 && more.orders.length > 0) break;
    const again = new Set(more.orders.map(({ id }) => id));
    page = { ...more, orders: [...page.orders.filter(({ id }) => !again.has(id)), ...more.orders] };
  }
  return page;
}
