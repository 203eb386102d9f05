import { and, asc, eq, gt, inArray, lte, type SQL } from 'drizzle-orm';
import { firstPart, inSlices, type SizedRow, type Steps, writeParts } from '../base/index.ts';
import { bytesOf, type Mentions } from '../orders/index.ts';
import {
  type Db,
  forgottenOrders,
  inquiries,
  inquiryHistory,
  newestOf,
  type Tx,
  withinWorkspace,
} from '../storage/index.ts';

/** The limit on inquiries that one step reads: at most 26 MB, because a payload has at most 256 KB. */
const INQUIRIES_A_STEP = 100;

const NOTES_A_STEP = 50;

/**
 * The payload of a forgotten inquiry. A sender may also have sent exactly this, so it alone does not show that the
 * inquiry was forgotten.
 */
const EMPTY = '{}';

interface MentionedInquiry {
  readonly seq: number;
  /**
   * The `number` of the note that names the person. Undefined if the search found the person in the payload or through
   * the order.
   */
  readonly named: number | undefined;
}

/**
 * Searches the payloads and notes of a workspace's next inquiries for a person. Also finds an inquiry if one of the
 * `forgettings` removed the person from the inquiry's order.
 * @returns `last` is undefined if there are no more inquiries
 */
export function* findMentionedInquiries(
  db: Db,
  asked: {
    readonly workspaceSeq: number;
    readonly after: number;
    readonly mentions: Mentions;
    readonly forgettings: readonly number[];
  },
): Steps<{ readonly found: readonly MentionedInquiry[]; readonly last: number | undefined }> {
  const { workspaceSeq, after, mentions } = asked;
  const newest = newestOf(db, inquiries.seq);
  if (after >= newest) return { found: [], last: undefined };
  const { seq, payload, orderSeq } = inquiries;
  const last = lastWithin(db, workspaceSeq, after, Math.min(newest, after + INQUIRIES_A_STEP));
  const rows = db
    .select({ seq, payload, orderSeq })
    .from(inquiries)
    .where(and(gt(seq, after), lte(seq, last), ownOf(workspaceSeq)))
    .all();
  const orderSeqs = rows.flatMap((row) => row.orderSeq ?? []);
  const ofForgettings = inArray(forgottenOrders.forgettingSeq, asked.forgettings);
  const ofRows = and(ofForgettings, inArray(forgottenOrders.orderSeq, orderSeqs));
  const forgotten = db.select({ seq: forgottenOrders.orderSeq }).from(forgottenOrders).where(ofRows).all();
  const ofOrders = new Set(forgotten.map((row) => row.seq));
  const isOf = (row: (typeof rows)[number]): boolean => row.orderSeq !== null && ofOrders.has(row.orderSeq);
  const found: MentionedInquiry[] = [];
  for (const row of rows) {
    const isNamed = isOf(row) || (yield* mentions(row.payload));
    const named = isNamed ? undefined : yield* namingNote(db, row.seq, mentions);
    if ((isNamed || named !== undefined) && !(yield* isForgotten(db, row))) found.push({ seq: row.seq, named });
  }
  return { found, last };
}

function* namingNote(db: Db, seq: number, mentions: Mentions): Steps<number | undefined> {
  for (const { number, note } of notesOf(db, seq)) if (yield* mentions(note ?? '')) return number;
  return undefined;
}

/** Reads the notes of an inquiry a few at a time, because their number has no limit. */
function notesOf(db: Db, inquirySeq: number) {
  const { number, note } = inquiryHistory;
  const behind = (after: number) => and(eq(inquiryHistory.inquirySeq, inquirySeq), gt(number, after));
  return inSlices(
    (after) => sizesOf(db, behind(after)),
    (after, upTo) =>
      db
        .select({ number, note, bytes: bytesOf(note) })
        .from(inquiryHistory)
        .where(and(behind(after), lte(number, upTo)))
        .orderBy(asc(number))
        .all(),
  );
}

const sizesOf = (db: Db, where: SQL | undefined): SizedRow[] =>
  db
    .select({ at: inquiryHistory.number, bytes: bytesOf(inquiryHistory.note) })
    .from(inquiryHistory)
    .where(where)
    .orderBy(asc(inquiryHistory.number))
    .limit(NOTES_A_STEP)
    .all();

const ownOf = (workspaceSeq: number): SQL => withinWorkspace(inquiries.workspaceSeq, workspaceSeq);

/**
 * Returns the seq at which the step ends. It is less than `most` if all payloads together are too large for one step.
 */
function lastWithin(db: Db, workspaceSeq: number, after: number, most: number): number {
  const { seq, payload } = inquiries;
  const sized = db
    .select({ seq, bytes: bytesOf(payload) })
    .from(inquiries)
    .where(and(gt(seq, after), lte(seq, most), ownOf(workspaceSeq)))
    .orderBy(asc(seq))
    .all();
  const some = firstPart(sized, ({ bytes }) => bytes);
  return some.length < sized.length ? (some.at(-1)?.seq ?? most) : most;
}

function* isForgotten(db: Db, { seq, payload }: { readonly seq: number; readonly payload: string }): Steps<boolean> {
  if (payload !== EMPTY) return false;
  for (const { note } of notesOf(db, seq)) {
    if (note !== null) return false;
    yield;
  }
  return true;
}

interface Removal {
  /** Changes to make before `forget`, each in a separate write. They empty the notes that `forget` does not empty. */
  readonly first: readonly ((tx: Tx) => void)[];
  /**
   * Removes the payloads, and the notes that name the person. This removal must come last, because a search after a
   * crash finds the inquiry only by these texts.
   */
  readonly forget: (tx: Tx) => void;
}

/** Prepares the removal of the texts of inquiries. Their times and their moves between stages are kept. */
export function* removalOf(db: Db, found: readonly MentionedInquiry[], workspaceSeq: number): Steps<Removal> {
  const notes: { readonly seq: number; readonly number: number; readonly bytes: number }[] = [];
  const lastOf = new Map<number, number>();
  for (const { seq, named } of found) {
    for (const { number, bytes } of notesOf(db, seq)) {
      yield;
      lastOf.set(seq, number);
      if (bytes > 0 && number !== named) notes.push({ seq, number, bytes });
    }
  }
  return {
    first: writeParts(notes, ({ bytes }) => bytes).map((part) => (tx) => {
      for (const { seq, number } of part) emptyNotes(tx, seq, eq(inquiryHistory.number, number));
    }),
    forget(tx) {
      for (const { seq, named = 0 } of found) {
        const { number } = inquiryHistory;
        tx.db.update(inquiries).set({ payload: EMPTY }).where(eq(inquiries.seq, seq)).run();
        emptyNotes(tx, seq, eq(number, named));
        // Removes the notes that were added after this function had read the notes.
        emptyNotes(tx, seq, gt(number, lastOf.get(seq) ?? 0));
        tx.notify('inquiries', workspaceSeq);
      }
    },
  };
}

function emptyNotes(tx: Tx, seq: number, these: SQL): void {
  const own = and(eq(inquiryHistory.inquirySeq, seq), these);
  tx.db.update(inquiryHistory).set({ note: null }).where(own).run();
}

export function* isEmptied(db: Db, workspaceSeq: number, id: string): Steps<boolean> {
  const own = and(eq(inquiries.id, id), eq(inquiries.workspaceSeq, workspaceSeq));
  const { seq, payload } = inquiries;
  const inquiry = db.select({ seq, payload }).from(inquiries).where(own).get();
  return inquiry !== undefined && (yield* isForgotten(db, inquiry));
}
