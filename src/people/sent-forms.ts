import { and, between, desc, eq, gt, inArray, isNotNull, lte, or } from 'drizzle-orm';
import { AppError, DAY_MS } from '../base/index.ts';
import { type Db, type GoOn, inSteps, type Storage, sentForms, type Tx } from '../storage/index.ts';

export interface SentForm {
  readonly personSeq: number;
  /** The form's id, created by the page. A form that is sent again after a lost answer has the same id. */
  readonly formId: string;
  readonly fingerprint: string;
}

const KEPT_MS = DAY_MS;
/**
 * The maximum number of forms that are stored for one person. Forms are stored for a day, and nobody sends 1,000 forms
 * in a day.
 */
const KEPT_OF_ONE = 1_000;
/**
 * The maximum length of a stored answer. After a longer answer, sending the same form again fails with made_already.
 */
const MAX_ANSWER_CHARS = 16_384;
/** The number of rows that one write deletes. Deleting them takes about half a millisecond. */
const ROWS_A_STEP = 30;

const isOf = ({ personSeq, formId }: SentForm) => and(eq(sentForms.personSeq, personSeq), eq(sentForms.formId, formId));

/** An old row that the clean-up has not removed yet does not count. */
const isOfLastDay = (form: SentForm, nowMs: number) =>
  and(isOf(form), between(sentForms.at, nowMs - KEPT_MS + 1, nowMs + KEPT_MS));

/**
 * Returns the error for a form that is sent again with other values, or whose answer was not stored. An answer is not
 * stored if it had a secret, was too long, or was lost in a crash.
 */
const madeAlready = (): AppError => new AppError({ rule: 'made_already' });

/**
 * Finds the stored answer to a form that was sent within the last day.
 * @throws made_already if the form was processed, but its answer cannot be repeated
 */
export function findAnswer(db: Db, form: SentForm, nowMs: number): { readonly answer: string } | undefined {
  const sent = db.select().from(sentForms).where(isOfLastDay(form, nowMs)).get();
  if (sent === undefined) return undefined;
  const { answer, fingerprint } = sent;
  if (answer === null || fingerprint !== form.fingerprint) throw madeAlready();
  return { answer };
}

/**
 * Records that a form has created its object. Call it in the transaction that creates the object.
 * @throws made_already if the form has created its object before
 */
export function noteSent(tx: Tx, form: SentForm): void {
  const { seq } = sentForms;
  if (tx.db.select({ seq }).from(sentForms).where(isOfLastDay(form, tx.now)).get() !== undefined) throw madeAlready();
  // Old rows of other forms are left to the clean-up. Deleting all of them in one write would delay everybody.
  tx.db.delete(sentForms).where(isOf(form)).run();
  dropBeyond(tx, form.personSeq);
  const row = { ...form, at: tx.now };
  tx.db.insert(sentForms).values(row).run();
}

/** Records an object that a form created outside the database. Call it after the object was created. */
export const noteMade = (storage: Storage, form: SentForm): Promise<void> => storage.write((tx) => noteSent(tx, form));

/**
 * Stores the answer for a repeated form. If a crash prevents this, a repeated form gets the error made_already, and
 * nothing is created twice.
 */
export async function keepAnswer(
  storage: Storage,
  { form, answer }: { readonly form: SentForm; readonly answer: string },
): Promise<void> {
  if (answer.length > MAX_ANSWER_CHARS) return;
  await storage.write((tx) => {
    tx.db.update(sentForms).set({ answer }).where(isOf(form)).run();
  });
}

/**
 * Deletes the server's stored answers to the forms that a person sent. Call it when the person leaves a workspace. An
 * answer may contain a client's data. Erasing a client deletes only the answers to current members, so a former
 * member's answers would keep that data.
 */
export const dropAnswers = (tx: Tx, personSeq: number): void =>
  void tx.db
    .update(sentForms)
    .set({ answer: null })
    .where(and(eq(sentForms.personSeq, personSeq), isNotNull(sentForms.answer)))
    .run();

/** A row far in the future counts as old. Otherwise a clock that was set back would keep it too long. */
const isOld = (nowMs: number) => or(lte(sentForms.at, nowMs - KEPT_MS), gt(sentForms.at, nowMs + KEPT_MS));

export function sweepSentForms(
  storage: Storage,
  { nowMs, goOn }: { readonly nowMs: number; readonly goOn: GoOn },
): Promise<number> {
  return inSteps(async () => {
    const { seq } = sentForms;
    const old = storage.read.select({ seq }).from(sentForms).where(isOld(nowMs)).limit(ROWS_A_STEP).all();
    if (old.length === 0) return { removed: 0, done: true };
    const seqs = old.map((row) => row.seq);
    await storage.write((tx) => void tx.db.delete(sentForms).where(inArray(seq, seqs)).run());
    return { removed: old.length, done: old.length < ROWS_A_STEP };
  }, goOn);
}

function dropBeyond(tx: Tx, personSeq: number): void {
  const beyond = tx.db
    .select({ seq: sentForms.seq })
    .from(sentForms)
    .where(eq(sentForms.personSeq, personSeq))
    .orderBy(desc(sentForms.seq))
    .limit(KEPT_OF_ONE)
    .offset(KEPT_OF_ONE - 1);
  tx.db.delete(sentForms).where(inArray(sentForms.seq, beyond)).run();
}
