import { eq, max, sql } from 'drizzle-orm';
import { inquiryHistory, prepared, type Tx } from '../storage/index.ts';
import type { Changes, Ctx } from '../workspaces/index.ts';

export type InquiryKind = (typeof inquiryHistory.$inferSelect)['kind'];

export interface InquiryEntry {
  readonly kind: InquiryKind;
  readonly note?: string;
  readonly changes?: Changes;
}

const statements = prepared((db) => ({
  last: db
    .select({ number: max(inquiryHistory.number) })
    .from(inquiryHistory)
    .where(eq(inquiryHistory.inquirySeq, sql.placeholder('inquirySeq')))
    .prepare(),
  insert: db
    .insert(inquiryHistory)
    .values({
      inquirySeq: sql.placeholder('inquirySeq'),
      number: sql.placeholder('number'),
      kind: sql.placeholder('kind'),
      actorType: sql.placeholder('actorType'),
      actorId: sql.placeholder('actorId'),
      requestId: sql.placeholder('requestId'),
      note: sql.placeholder('note'),
      changes: sql.placeholder('changes'),
      at: sql.placeholder('at'),
    })
    .prepare(),
}));

/** Who did what with an inquiry, in the change's own transaction. */
export function writeInquiryHistory(tx: Tx, ctx: Ctx, inquirySeq: number, entry: InquiryEntry): void {
  const { last, insert } = statements(tx.db);
  // A new one has no history to look for.
  const number = entry.kind === 'created' ? 1 : (last.get({ inquirySeq })?.number ?? 0) + 1;
  insert.run({
    ...{ inquirySeq, number, kind: entry.kind, at: tx.now },
    ...{ actorType: ctx.actor.type, actorId: ctx.actor.id, requestId: ctx.requestId },
    note: entry.note ?? null,
    changes: entry.changes === undefined ? null : JSON.stringify(entry.changes),
  });
}
