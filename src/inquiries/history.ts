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

/** Adds an entry to the inquiry's history and one to the workspace's history. */
export function writeInquiryHistory(tx: Tx, ctx: Ctx, inquiry: InquiryRef, entry: InquiryEntry): void {
  const inquirySeq = inquiry.seq;
  const { last, insert } = statements(tx.db);
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
