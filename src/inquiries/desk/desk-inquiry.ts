import { desc, eq, sql } from 'drizzle-orm';
import { type JsonObject, parseStored } from '../../base/index.ts';
import { inquiryHistory } from '../../storage/index.ts';
import { type Actor, type Authorship, type Changes, type Ctx, namesOf, readNewest } from '../../workspaces/index.ts';
import { type Card, cardOf, messageOf } from '../card.ts';
import type { InquiryKind } from '../history.ts';
import { getInquiry, type StoredInquiry } from '../inquiry.ts';
import { findOrderOf, type OrderOfInquiry } from '../make-order.ts';
import { readCardSettings } from '../settings.ts';

export interface InquiryStep extends Authorship {
  readonly kind: InquiryKind;
  readonly note: string | null;
  readonly changes: Changes | null;
}

interface DeskInquiry {
  readonly inquiry: StoredInquiry;
  readonly card: Card;
  readonly message: string;
  readonly order: OrderOfInquiry | null;
  /** The latest entries of the history, oldest first. */
  readonly history: readonly InquiryStep[];
  /** The number of earlier entries that `history` leaves out. */
  readonly earlier: number;
}

/** @throws not_found */
export function getDeskInquiry(ctx: Ctx, id: string): DeskInquiry {
  const db = ctx.storage.read;
  const inquiry = getInquiry(db, ctx.workspace.seq, id);
  const payload = parseStored<JsonObject>(inquiry.payload);
  const settings = readCardSettings(db, ctx.workspace.seq);
  return {
    inquiry,
    card: cardOf(payload, settings),
    message: messageOf(payload, settings),
    order: findOrderOf(db, inquiry.orderSeq) ?? null,
    ...readHistory(ctx, inquiry.seq),
  };
}

const STEP_BYTES = sql<number>`coalesce(octet_length(${inquiryHistory.note}), 0) + coalesce(octet_length(${inquiryHistory.changes}), 0)`;

function readHistory(ctx: Ctx, inquirySeq: number): Pick<DeskInquiry, 'history' | 'earlier'> {
  const db = ctx.storage.read;
  const ofInquiry = eq(inquiryHistory.inquirySeq, inquirySeq);
  const newest = desc(inquiryHistory.number);
  const rows = readNewest(
    (most) => db.select({ bytes: STEP_BYTES }).from(inquiryHistory).where(ofInquiry).orderBy(newest).limit(most).all(),
    (most) => db.select().from(inquiryHistory).where(ofInquiry).orderBy(newest).limit(most).all(),
  );
  const actors = rows.map((row): Actor => ({ type: row.actorType, id: row.actorId }));
  const names = namesOf(ctx, actors);
  const history = rows.map(({ kind, at, actorType: type, actorId, requestId, note, changes }) => ({
    kind,
    at,
    requestId,
    note,
    actor: { type, id: actorId },
    actorName: names.get(actorId ?? '') ?? null,
    changes: changes === null ? null : parseStored<Changes>(changes),
  }));
  // Entry numbers begin at 1 and have no gaps.
  return { history, earlier: (rows[0]?.number ?? 1) - 1 };
}
