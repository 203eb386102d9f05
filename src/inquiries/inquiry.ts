import { and, eq, sql } from 'drizzle-orm';
import { AppError, isUuid } from '../base/index.ts';
import { type Db, given, inquiries, prepared, type Tx } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { type InquiryEntry, writeInquiryHistory } from './history.ts';
import { countInquiry } from './inquiry-sums.ts';

/** The payload is the text exactly as it was sent. */
export type StoredInquiry = typeof inquiries.$inferSelect;

/** A bare placeholder in a condition would bypass the column's encoder and compare text with bytes. */
const encodedId = sql.param(given('id'), inquiries.id);

const statements = prepared((db) => ({
  byId: db
    .select()
    .from(inquiries)
    .where(and(eq(inquiries.id, encodedId), eq(inquiries.workspaceSeq, given('workspaceSeq'))))
    .prepare(),
}));

/** @throws not_found for an unknown inquiry, or one of another workspace */
export function getInquiry(db: Db, workspaceSeq: number, id: string): StoredInquiry {
  const found = isUuid(id) ? statements(db).byId.get({ id, workspaceSeq }) : undefined;
  if (found === undefined) throw new AppError({ rule: 'no_inquiry' });
  return found;
}

/** @throws precondition_failed if the inquiry was changed since the version `expected` */
export function checkVersion(inquiry: StoredInquiry, expected: number | undefined): void {
  if (expected === undefined || expected === inquiry.version) return;
  throw new AppError(
    { rule: 'inquiry_changed' },
    {
      currentVersion: inquiry.version,
      currentStageId: inquiry.stageId,
    },
  );
}

/**
 * Saves an inquiry. A new stage or note raises the inquiry's version. Creating an order from the inquiry does not
 * (contract, section 4).
 */
export function saveInquiry(
  tx: Tx,
  ctx: Ctx,
  before: StoredInquiry,
  patch: Partial<Pick<StoredInquiry, 'stageId' | 'orderSeq'>>,
  entry: InquiryEntry,
): StoredInquiry {
  const version = before.version + (entry.kind === 'order_made' ? 0 : 1);
  const changed = { ...patch, version, updatedAt: Math.max(tx.now, before.updatedAt) };
  tx.db.update(inquiries).set(changed).where(eq(inquiries.seq, before.seq)).run();
  const after = { ...before, ...changed };
  if (after.stageId !== before.stageId) {
    countInquiry(tx, before, -1);
    countInquiry(tx, after, 1);
  }
  writeInquiryHistory(tx, ctx, before, entry);
  tx.notify('inquiries', ctx.workspace.seq);
  return after;
}
