import { and, asc, between, desc, eq, gt, inArray, lt } from 'drizzle-orm';
import {
  changedRows,
  type Db,
  deliveries,
  events,
  type GoOn,
  inSteps,
  type Storage,
  type Tx,
  webhookAttempts,
  webhookEndpoints,
  webhookRequests,
} from '../storage/index.ts';

const LOOKED_AT = 50;
/**
 * The limit on the rows that one step deletes: events and deliveries together. Deleting this many rows blocks other
 * writes for half a millisecond.
 */
const ROWS_A_STEP = 50;

interface OldEvent {
  readonly seq: number;
  readonly workspaceSeq: number;
}

/**
 * Deletes events that occurred before a given time, with their deliveries. Keeps an event while it has a waiting
 * delivery, a person's request to send it, or a stored attempt. Keeps the newest event too, because otherwise its
 * number would be reused. The history of orders refers to events by number.
 * @param beforeMs milliseconds since the epoch; the sweep ends at the first later event
 * @param nowMs the sweep skips events later than this, because the clock was wrong then
 * @returns the number of deleted events
 */
export async function sweepEvents(
  storage: Storage,
  { beforeMs, nowMs, goOn }: { readonly beforeMs: number; readonly nowMs: number; readonly goOn: GoOn },
): Promise<number> {
  let after = 0;
  return inSteps(async () => {
    const { old, last, done } = lookAt(storage.read, after, beforeMs, nowMs);
    if (old.length === 0) {
      after = last;
      return { removed: 0, done };
    }
    const { removed, until } = await storage.write((tx) => removeSome(tx, old));
    after = until ?? last;
    return { removed, done: done && until === undefined };
  }, goOn);
}

function lookAt(db: Db, after: number, beforeMs: number, nowMs: number) {
  const newest = db.select({ seq: events.seq }).from(events).orderBy(desc(events.seq)).limit(1).get()?.seq ?? 0;
  const rows = db
    .select({ seq: events.seq, workspaceSeq: events.workspaceSeq, occurredAt: events.occurredAt })
    .from(events)
    .where(and(gt(events.seq, after), lt(events.seq, newest)))
    .orderBy(asc(events.seq))
    .limit(LOOKED_AT)
    .all();
  const young = rows.findIndex(({ occurredAt }) => occurredAt >= beforeMs && occurredAt <= nowMs);
  const passed = young < 0 ? rows : rows.slice(0, young);
  return {
    old: passed.filter(({ occurredAt }) => occurredAt < beforeMs),
    last: passed.at(-1)?.seq ?? after,
    done: young >= 0 || rows.length < LOOKED_AT,
  };
}

/**
 * Deletes old events, except those that are still needed. The check is part of the write, because a person may request
 * a resend of an event at any time.
 * @returns the number of deleted events; `until` is the event after which the next step continues, or undefined if all
 * were checked
 */
function removeSome(tx: Tx, old: readonly OldEvent[]): { removed: number; until: number | undefined } {
  const delivered = deliveriesOfEach(tx.db, old);
  const wanted = wantedOf(tx.db, old);
  const going: number[] = [];
  let rows = 0;
  let until: number | undefined;
  for (const { seq } of old) {
    const own = delivered.get(seq) ?? [];
    if (wanted.has(seq) || own.some(({ waits }) => waits)) continue;
    rows += 1 + own.length;
    if (rows > ROWS_A_STEP && going.length > 0) {
      until = going.at(-1);
      break;
    }
    going.push(seq);
  }
  if (going.length === 0) return { removed: 0, until: undefined };
  const endpoints = new Set(going.flatMap((seq) => (delivered.get(seq) ?? []).map(({ endpointSeq }) => endpointSeq)));
  for (const endpointSeq of endpoints) {
    tx.db
      .delete(deliveries)
      .where(and(eq(deliveries.endpointSeq, endpointSeq), inArray(deliveries.eventSeq, going)))
      .run();
  }
  return { removed: changedRows(tx.db.delete(events).where(inArray(events.seq, going)).run()), until };
}

interface DueDelivery {
  readonly endpointSeq: number;
  readonly waits: boolean;
}

/**
 * Reads the deliveries of each event. The table is sorted by endpoint, so each endpoint is read separately. Only
 * endpoints in the workspaces of the events are read, because no other endpoint receives these events.
 */
function deliveriesOfEach(db: Db, old: readonly OldEvent[]): Map<number, DueDelivery[]> {
  const found = new Map<number, DueDelivery[]>();
  const workspaces = [...new Set(old.map(({ workspaceSeq }) => workspaceSeq))];
  const endpoints = db
    .select({ seq: webhookEndpoints.seq, removedAt: webhookEndpoints.removedAt })
    .from(webhookEndpoints)
    .where(inArray(webhookEndpoints.workspaceSeq, workspaces))
    .all();
  for (const { seq: endpointSeq, removedAt } of endpoints) {
    const rows = db
      .select({ eventSeq: deliveries.eventSeq, state: deliveries.state })
      .from(deliveries)
      .where(and(eq(deliveries.endpointSeq, endpointSeq), between(deliveries.eventSeq, ...rangeOf(old))))
      .all();
    for (const { eventSeq, state } of rows) {
      // Nothing is sent to a removed endpoint anymore.
      const one = { endpointSeq, waits: state === 'pending' && removedAt === null };
      const others = found.get(eventSeq);
      if (others === undefined) found.set(eventSeq, [one]);
      else others.push(one);
    }
  }
  return found;
}

function wantedOf(db: Db, old: readonly OldEvent[]): Set<number> {
  const seqs = old.map(({ seq }) => seq);
  const tables = [webhookAttempts, webhookRequests];
  return new Set(
    tables.flatMap((table) =>
      db
        .selectDistinct({ eventSeq: table.eventSeq })
        .from(table)
        .where(inArray(table.eventSeq, seqs))
        .all()
        .map(({ eventSeq }) => eventSeq),
    ),
  );
}

const rangeOf = (old: readonly OldEvent[]): [number, number] => [old[0]?.seq ?? 0, old.at(-1)?.seq ?? 0];
