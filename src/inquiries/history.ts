import { eq, max } from 'drizzle-orm';
import { given, givenEach, inquiryHistory, prepared, type Tx } from '../storage/index.ts';
import { type Changes, type Ctx, writeAudit } from '../workspaces/index.ts';

export type InquiryKind = (typeof inquiryHistory.$inferSelect)['kind'];

export interface InquiryEntry {
  readonly kind: InquiryKind;
  readonly note?: string;
  readonly changes?: Changes;
}

interface InquiryRef {
  readonly seq: number;
  readonly id: string;
}

const statements = prepared((db) => ({
  last: db
    .select({ number: max(inquiryHistory.number) })
    .from(inquiryHistory)
    .where(eq(inquiryHistory.inquirySeq, given('inquirySeq')))
    .prepare(),
  insert: db
    .insert(inquiryHistory)
    .values(givenEach('inquirySeq', 'number', 'kind', 'actorType', 'actorId', 'requestId', 'note', 'changes', 'at'))
    .prepare(),
}));

/**
 * Records an action on an inquiry in the change's own transaction: in the inquiry's history, and in the workspace's
 * history, which lists all inquiries by time.
 */
export function writeInquiryHistory(tx: Tx, ctx: Ctx, inquiry: InquiryRef, entry: InquiryEntry): void {
  const inquirySeq = inquiry.seq;
  const { last, insert } = statements(tx.db);
  // A new inquiry has no earlier entry to look up.
  const number = entry.kind === 'created' ? 1 : (last.get({ inquirySeq })?.number ?? 0) + 1;
  insert.run({
    inquirySeq,
    number,
    kind: entry.kind,
    at: tx.now,
    actorType: ctx.actor.type,
    actorId: ctx.actor.id,
    requestId: ctx.requestId,
    note: entry.note ?? null,
    changes: entry.changes === undefined ? null : JSON.stringify(entry.changes),
  });
  const changes = entry.note === undefined ? entry.changes : { note: { from: null, to: entry.note } };
  writeAudit(tx, {
    workspaceSeq: ctx.workspace.seq,
    actor: ctx.actor,
    requestId: ctx.requestId,
    action: `inquiry.${entry.kind}`,
    subject: inquiry.id,
    ...(changes === undefined ? {} : { changes }),
  });
}
