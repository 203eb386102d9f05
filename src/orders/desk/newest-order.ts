import { and, desc, eq, sql } from 'drizzle-orm';
import { type Db, events, orderHistory, orders, type Storage } from '../../storage/index.ts';
import type { Workspace } from '../../workspaces/index.ts';
import { newestPlaces } from '../find/newest-places.ts';
import { IMPORT_SOURCE } from '../import-orders.ts';
import { findKinds, type Kind } from '../kinds.ts';

/**
 * The order that was created last, with the event that announced it. That event can be sent to an endpoint that was
 * added later.
 */
interface NewestOrder {
  readonly id: string;
  readonly eventId: string;
  readonly number: string;
  readonly at: number;
}

const FIRST_VERSION = 1;
/**
 * The number of newest orders that are checked for a stored event. An import may have brought a million orders without
 * events. So two more groups may be checked: the newest imported orders and the newest others.
 */
const LOOKED_AT = 50;

/**
 * Finds the newest order whose creation event is still stored. Only the newest orders are checked.
 * @param isWanted returns false for a source that must be ignored
 */
export function findNewestOrder(
  { storage: { read: db }, workspace }: { readonly storage: Storage; readonly workspace: Workspace },
  isWanted: (source: string) => boolean = () => true,
): NewestOrder | undefined {
  const newestOf = (kinds: readonly Kind[] | undefined): number[] => {
    const filter = { workspaceSeq: workspace.seq, deleted: false, kinds, days: undefined };
    return newestPlaces(db, filter, undefined, LOOKED_AT).map(({ seq }) => seq);
  };
  const found = announced(db, newestOf(undefined), isWanted);
  if (found !== undefined) return found;
  const all = findKinds(db, workspace.seq, {}, false).filter(({ source }) => source === null || isWanted(source));
  const part = (isImported: boolean) => newestOf(all.filter(({ source }) => (source === IMPORT_SOURCE) === isImported));
  return announced(db, [...part(false), ...part(true)], isWanted);
}

function announced(db: Db, seqs: readonly number[], isWanted: (source: string) => boolean): NewestOrder | undefined {
  const rows = db
    .select({ id: orders.id, eventId: events.id, number: orders.num, at: orders.createdAt, source: orders.source })
    .from(orders)
    .innerJoin(orderHistory, and(eq(orderHistory.orderSeq, orders.seq), eq(orderHistory.version, FIRST_VERSION)))
    .innerJoin(events, eq(events.seq, orderHistory.eventSeq))
    .where(sql`${orders.seq} IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))`)
    .orderBy(desc(orders.createdAt), desc(orders.seq))
    .all();
  for (const { source, ...order } of rows) if (isWanted(source)) return order;
  return undefined;
}
