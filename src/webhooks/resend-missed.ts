import { and, asc, type SQL } from 'drizzle-orm';
import { nextTurn } from '../base/index.ts';
import { deliveries, events, type Storage, type Tx, uncheckedOf } from '../storage/index.ts';
import { type WorkspaceCtx, writeAudit } from '../workspaces/index.ts';
import { type EndpointRow, getEndpoint } from './endpoints.ts';
import {
  type AskedMissed,
  deliveryHere,
  findMissed,
  inStep,
  isMissed,
  type MissedCounts,
  type MissedStep,
} from './missed.ts';
import { DUE_AT_ONCE } from './retry-policy.ts';
import { countWaiting } from './waiting.ts';

interface ResendMissed extends AskedMissed {
  /** Runs `findMissed` in another thread. Without this function, `findMissed` runs in the current thread. */
  readonly find?: (asked: AskedMissed) => Promise<readonly MissedStep[]>;
}

/**
 * Resends an endpoint's failed and missed events since a given time, in steps between which other writes run.
 * @throws not_found
 */
export async function resendMissed(ctx: WorkspaceCtx, input: ResendMissed): Promise<MissedCounts> {
  const { storage, workspace, actor } = ctx;
  const { id, sinceMs, find = (asked) => findMissed(ctx, asked) } = input;
  const total = { failed: 0, missed: 0 };
  const own = (): Storage => (total.failed + total.missed > 0 ? uncheckedOf(storage) : storage);
  for (const step of await find({ id, sinceMs })) {
    await nextTurn(workspace.seq);
    const sent = await own().write((tx) => sendStep(tx, getEndpoint(tx.db, workspace, id), sinceMs, inStep(step)));
    total.failed += sent.failed;
    total.missed += sent.missed;
  }
  await own().write((tx) =>
    writeAudit(tx, {
      workspaceSeq: workspace.seq,
      actor,
      action: 'webhook_endpoint.missed_resent',
      subject: id,
      changes: { since: { from: null, to: sinceMs }, events: { from: null, to: total.failed + total.missed } },
    }),
  );
  return total;
}

function sendStep(tx: Tx, endpoint: EndpointRow, sinceMs: number, step: SQL | undefined): MissedCounts {
  const rows = tx.db
    .select({ seq: events.seq, state: deliveries.state })
    .from(events)
    .leftJoin(deliveries, deliveryHere(endpoint))
    .where(and(step, isMissed(endpoint, sinceMs)))
    .orderBy(asc(events.id))
    .all();
  for (const { seq } of rows) sendAnew(tx, endpoint.seq, seq);
  countWaiting(tx, endpoint.seq, rows.length);
  if (rows.length > 0) tx.notify('endpoints', endpoint.workspaceSeq);
  const failed = rows.filter((row) => row.state === 'failed').length;
  return { failed, missed: rows.length - failed };
}

function sendAnew(tx: Tx, endpointSeq: number, eventSeq: number): void {
  const fresh = { state: 'pending' as const, attempts: 0, dueAt: DUE_AT_ONCE };
  tx.db
    .insert(deliveries)
    .values({ endpointSeq, eventSeq, ...fresh })
    .onConflictDoUpdate({ target: [deliveries.endpointSeq, deliveries.eventSeq], set: fresh })
    .run();
}
