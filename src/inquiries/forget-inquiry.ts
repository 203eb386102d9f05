import { and, asc, eq, gt, inArray, lte, max, type SQL, sql } from 'drizzle-orm';
import { filterInSteps, firstPart, type Steps } from '../base/index.ts';
import type { Mentions } from '../orders/index.ts';
import { type Db, forgottenOrders, inquiries, inquiryHistory, type Tx, withinWorkspace } from '../storage/index.ts';

/** The most inquiries of one step. A payload has at most 256 KB, and usually far less. */
const INQUIRIES_A_STEP = 100;

/** An empty payload, which may also have been sent. */
const EMPTY = '{}';

/**
 * Looks for a person in the next inquiries of a workspace: in their payloads and notes. An inquiry also counts if the
 * order made from it is already forgotten.
 *
 * @returns `last` is undefined if there are no more
 */
export function* findMentionedInquiries(
  db: Db,
  asked: {
    readonly workspaceSeq: number;
    readonly after: number;
    readonly mentions: Mentions;
    readonly forgettingSeq: number;
  },
): Steps<{ readonly found: readonly number[]; readonly last: number | undefined }> {
  const { workspaceSeq, after, mentions } = asked;
  const newest =
    db
      .select({ seq: max(inquiries.seq) })
      .from(inquiries)
      .get()?.seq ?? 0;
  if (after >= newest) return { found: [], last: undefined };
  const { seq, payload, orderSeq } = inquiries;
  const last = lastWithin(db, workspaceSeq, after, Math.min(newest, after + INQUIRIES_A_STEP));
  const rows = db
    .select({ seq, payload, orderSeq })
    .from(inquiries)
    .where(and(gt(seq, after), lte(seq, last), ownOf(workspaceSeq)))
    .all();
  const { inquirySeq } = inquiryHistory;
  const seqs = rows.map((row) => row.seq);
  const notes = db
    .select({ seq: inquirySeq, note: inquiryHistory.note })
    .from(inquiryHistory)
    .where(and(inArray(inquirySeq, seqs), eq(inquiryHistory.kind, 'noted')))
    .all();
  const noted = new Set((yield* filterInSteps(notes, ({ note }) => mentions(note ?? ''))).map((row) => row.seq));
  const ofOrders = new Set(
    db
      .select({ seq: forgottenOrders.orderSeq })
      .from(forgottenOrders)
      .where(
        and(
          eq(forgottenOrders.forgettingSeq, asked.forgettingSeq),
          inArray(
            forgottenOrders.orderSeq,
            rows.flatMap((row) => row.orderSeq ?? []),
          ),
        ),
      )
      .all()
      .map((row) => row.seq),
  );
  const isOf = (row: (typeof rows)[number]): boolean => row.orderSeq !== null && ofOrders.has(row.orderSeq);
  const found = yield* filterInSteps(rows, function* (row) {
    return isOf(row) || noted.has(row.seq) || (yield* mentions(row.payload));
  });
  return { found: found.filter((row) => !isForgotten(db, row)).map((row) => row.seq), last };
}

const ownOf = (workspaceSeq: number): SQL => withinWorkspace(inquiries.workspaceSeq, workspaceSeq);

/** The last inquiry whose payload fits into the step; at least the first one. */
function lastWithin(db: Db, workspaceSeq: number, after: number, most: number): number {
  const { seq, payload } = inquiries;
  const sized = db
    .select({ seq, bytes: sql<number>`octet_length(${payload})` })
    .from(inquiries)
    .where(and(gt(seq, after), lte(seq, most), ownOf(workspaceSeq)))
    .orderBy(asc(seq))
    .all();
  const some = firstPart(sized, ({ bytes }) => bytes);
  return some.length < sized.length ? (some.at(-1)?.seq ?? most) : most;
}

function isForgotten(db: Db, { seq, payload }: { readonly seq: number; readonly payload: string }): boolean {
  if (payload !== EMPTY) return false;
  const own = eq(inquiryHistory.inquirySeq, seq);
  const rows = db.select({ note: inquiryHistory.note }).from(inquiryHistory).where(own).all();
  return rows.every(({ note }) => note === null);
}

/** Removes the payload and the notes of an inquiry. Its time and its moves between stages stay. */
export function forgetInquiry(tx: Tx, seq: number, workspaceSeq: number): void {
  tx.db.update(inquiries).set({ payload: EMPTY }).where(eq(inquiries.seq, seq)).run();
  tx.db.update(inquiryHistory).set({ note: null }).where(eq(inquiryHistory.inquirySeq, seq)).run();
  tx.notify('inquiries', workspaceSeq);
}

/** True if nothing of the sent data is left in an inquiry. */
export function isEmptied(db: Db, workspaceSeq: number, id: string): boolean {
  const own = and(eq(inquiries.id, id), eq(inquiries.workspaceSeq, workspaceSeq));
  const { seq, payload } = inquiries;
  const inquiry = db.select({ seq, payload }).from(inquiries).where(own).get();
  return inquiry !== undefined && isForgotten(db, inquiry);
}
