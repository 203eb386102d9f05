import { eq } from 'drizzle-orm';
import { DAY_MS, validationFailed } from '../base/index.ts';
import { type Db, orderRetention, retention, type Tx } from '../storage/index.ts';
import { type WorkspaceCtx, writeAudit } from '../workspaces/index.ts';

interface OrderRetention {
  /** The years for which an order is kept after its last change; null keeps orders forever. */
  readonly years: number | null;
  /** The time when erasing begins, in milliseconds since the epoch; null if nothing is erased. */
  readonly beginsAt: number | null;
}

export const ORDER_YEARS = { least: 1, most: 50 } as const;
/** The delay before a changed setting first erases orders. It leaves time to undo a mistaken change. */
const NOTICE_MS = 7 * DAY_MS;

export function readOrderRetention(db: Db, workspaceSeq: number): OrderRetention {
  const own = eq(orderRetention.workspaceSeq, workspaceSeq);
  const row = db.select().from(orderRetention).where(own).get();
  return { years: row?.years ?? null, beginsAt: row?.beginsAt ?? null };
}

/**
 * Returns the current time, or `judgedAt` if that is later. Otherwise a clock that was set back would shorten a
 * retention period.
 */
export const trustedTime = (tx: Tx): number =>
  Math.max(tx.now, tx.db.select({ at: retention.judgedAt }).from(retention).get()?.at ?? 0);

function checkOrderYears(years: number | null): void {
  const { least, most } = ORDER_YEARS;
  if (years !== null && !(Number.isInteger(years) && years >= least && years <= most)) {
    throw validationFailed([{ path: 'years', rule: 'kept_or_all', unit: 'years', least, most }]);
  }
}

/**
 * Keeps closed or deleted orders for `years` after their last change; null keeps them forever. If `years` is set for
 * the first time or reduced, no order is erased for a week.
 * @throws validation_failed
 */
export async function changeOrderRetention(
  { storage, workspace, actor }: WorkspaceCtx,
  years: number | null,
): Promise<void> {
  checkOrderYears(years);
  await storage.write((tx) => {
    const { seq: workspaceSeq } = workspace;
    const before = readOrderRetention(tx.db, workspaceSeq);
    if (before.years === years) return;
    if (years === null) tx.db.delete(orderRetention).where(eq(orderRetention.workspaceSeq, workspaceSeq)).run();
    else {
      const isLonger = before.years !== null && years > before.years;
      const beginsAt = isLonger && before.beginsAt !== null ? before.beginsAt : trustedTime(tx) + NOTICE_MS;
      tx.db
        .insert(orderRetention)
        .values({ workspaceSeq, years, beginsAt, erasedUntil: 0 })
        .onConflictDoUpdate({ target: orderRetention.workspaceSeq, set: { years, beginsAt } })
        .run();
    }
    writeAudit(tx, {
      workspaceSeq,
      actor,
      action: 'orders.retention_changed',
      subject: workspace.id,
      changes: { years: { from: before.years, to: years } },
    });
  });
}
