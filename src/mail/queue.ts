import { and, asc, count, desc, eq, gt, gte, lte, min, ne, sql } from 'drizzle-orm';
import { DAY_MS } from '../base/index.ts';
import {
  type Db,
  given,
  LINK_PLACE,
  limitTo,
  mails,
  prepared,
  type Secrets,
  type Storage,
  sealedFor,
  type Tx,
} from '../storage/index.ts';
import type { MailTexts } from './layout.ts';

/**
 * The kinds of mail that only the recipient may see. The link in an invitation grants access, and sign-ins are private.
 */
const PRIVATE = ['invitation', 'address_proof', 'new_password', 'new_sign_in', 'wrong_code'] as const;
type MailKind =
  | (typeof PRIVATE)[number]
  | 'webhook_warning'
  | 'webhook_suspended'
  | 'backup_failed'
  | 'backup_works'
  | 'restored';

/** Returns true if only the recipient may see mails of this kind. The text of such a mail must not be logged. */
export const isPrivate = (kind: string): boolean => PRIVATE.some((one) => one === kind);

interface NewMail {
  readonly workspaceSeq: number;
  readonly kind: MailKind;
  readonly recipient: string;
  readonly worded: MailTexts;
  /** A link that grants access. It is stored encrypted, and the text contains `LINK_PLACE` until the mail is sent. */
  readonly link?: string;
}

/**
 * The pauses before the second to fifth try to send a mail. Later pauses are `LONGEST_MAIL_PAUSE_MS`, and the tries end
 * after three days.
 */
const PAUSES_MS = [60_000, 300_000, 900_000, 1_800_000];
export const LONGEST_MAIL_PAUSE_MS = 3_600_000;
const KEPT_TRYING_MS = 3 * DAY_MS;

/**
 * Mails about sign-ins, which may concern another workspace. The kind must be a literal in the statement. Otherwise
 * SQLite would not use the index that excludes these mails.
 */
const OTHERS_AFFAIR = sql`'new_sign_in'`;
const ofWorkspace = (workspaceSeq: number) => and(eq(mails.workspaceSeq, workspaceSeq), ne(mails.kind, OTHERS_AFFAIR));

/** The due time of mails that are sent first. It is in the past even if the clock is wrong. */
const DUE_FIRST = 0;

export function queueMail(tx: Tx, mail: NewMail): void {
  const { subject, text, html } = mail.worded;
  const id = tx.newId();
  tx.db
    .insert(mails)
    .values({
      id,
      workspaceSeq: mail.workspaceSeq,
      kind: mail.kind,
      recipient: mail.recipient,
      subject,
      text,
      html,
      link: mail.link === undefined ? null : tx.secrets.seal(mail.link, sealedFor.mail(id)),
      state: 'pending',
      attempts: 0,
      dueAt: turnOf(tx, mail),
      createdAt: tx.now,
    })
    .run();
  tx.notify('mail', 0);
}

/**
 * Returns the due time of a new mail. The time is just after the start of 1970, so every new mail is due at once. The
 * exact time only decides which mail is sent first. A mail with a link comes first, because a person waits for it.
 * Otherwise workspaces take turns.
 */
function turnOf(tx: Tx, { workspaceSeq, link }: NewMail): number {
  if (link !== undefined) return DUE_FIRST;
  const last = tx.db
    .select({ state: mails.state, attempts: mails.attempts, dueAt: mails.dueAt })
    .from(mails)
    .where(ofWorkspace(workspaceSeq))
    .orderBy(desc(mails.seq))
    .limit(1)
    .get();
  return last?.state === 'pending' && last.attempts === 0 ? last.dueAt + 1 : DUE_FIRST + 1;
}

/** Makes failed mails due at once, without the rest of their pause, because a mail server is available now. */
export function hastenMails(tx: Tx): void {
  const failed = and(eq(mails.state, sql`'pending'`), gt(mails.attempts, 0));
  tx.db
    .update(mails)
    .set({ dueAt: sql`${mails.link} IS NULL` })
    .where(failed)
    .run();
  tx.notify('mail', 0);
}

/** Checks whether at least `count` mails were queued after a time. Mails about new sign-ins do not count. */
export function hasMailSince(db: Db, workspaceSeq: number, sinceMs: number, count: number): boolean {
  const one = db.select({ at: mails.createdAt }).from(mails).where(ofWorkspace(workspaceSeq)).orderBy(desc(mails.seq));
  const found = one
    .limit(1)
    .offset(count - 1)
    .get();
  return found !== undefined && found.at > sinceMs;
}

type MailRow = typeof mails.$inferSelect;

const DUE = {
  seq: mails.seq,
  kind: mails.kind,
  id: mails.id,
  recipient: mails.recipient,
  subject: mails.subject,
  text: mails.text,
  html: mails.html,
  link: mails.link,
  attempts: mails.attempts,
  createdAt: mails.createdAt,
};

/** A mail to send. `link` is encrypted; null if the mail has no link. */
export type DueMail = Pick<MailRow, keyof typeof DUE>;

/** Exported for the test of the query plans. */
export const mailStatements = prepared((db) => ({
  due: db
    .select(DUE)
    .from(mails)
    .where(and(eq(mails.state, sql`'pending'`), lte(mails.dueAt, given('now'))))
    .orderBy(asc(mails.dueAt))
    .limit(limitTo(given('limit')))
    .prepare(),
  nextDue: db
    .select({ dueAt: mails.dueAt })
    .from(mails)
    .where(and(eq(mails.state, sql`'pending'`), gte(mails.dueAt, 0)))
    .orderBy(asc(mails.dueAt))
    .limit(limitTo(1))
    .prepare(),
}));

export const dueMails = (db: Db, nowMs: number, limit: number): DueMail[] =>
  mailStatements(db).due.all({ now: nowMs, limit });

export const nextMailAt = (db: Db): number | undefined => mailStatements(db).nextDue.get()?.dueAt;

export interface MailOutcome {
  readonly seq: number;
  readonly attempts: number;
  readonly result: 'sent' | 'logged' | 'failed';
  /** The error message of a failed mail, a single line. */
  readonly error: string | null;
  readonly createdAt: number;
  readonly at: number;
}

function nextTryAt(outcome: Pick<MailOutcome, 'attempts' | 'createdAt' | 'at'>): number | undefined {
  const dueAt = outcome.at + (PAUSES_MS[outcome.attempts] ?? LONGEST_MAIL_PAUSE_MS);
  return dueAt - outcome.createdAt > KEPT_TRYING_MS ? undefined : dueAt;
}

/** Returns the texts of a mail with its link filled in; undefined if no seal key here can decrypt it. */
export function wordsOf(
  { id, text, html, link }: Pick<DueMail, 'id' | 'text' | 'html' | 'link'>,
  secrets: Secrets,
): Pick<MailTexts, 'text' | 'html'> | undefined {
  if (link === null) return { text, html };
  const url = secrets.open(link, sealedFor.mail(id));
  if (url === undefined) return undefined;
  return { text: text.replaceAll(LINK_PLACE, () => url), html: html.replaceAll(LINK_PLACE, () => url) };
}

/** Records the results of sending mails. Recording the same result again has no effect. */
export function settleMails(tx: Tx, outcomes: readonly MailOutcome[]): void {
  for (const outcome of outcomes) {
    const dueAt = outcome.result === 'failed' ? nextTryAt(outcome) : undefined;
    const again = dueAt !== undefined;
    tx.db
      .update(mails)
      .set({
        state: again ? 'pending' : outcome.result,
        attempts: outcome.attempts + 1,
        dueAt: dueAt ?? 0,
        lastError: outcome.error,
        doneAt: again ? null : outcome.at,
        ...(again ? {} : { link: null }),
      })
      .where(and(eq(mails.seq, outcome.seq), eq(mails.state, 'pending'), eq(mails.attempts, outcome.attempts)))
      .run();
  }
}

const RECORD = {
  kind: mails.kind,
  recipient: mails.recipient,
  subject: mails.subject,
  text: mails.text,
  state: mails.state,
  attempts: mails.attempts,
  lastError: mails.lastError,
  createdAt: mails.createdAt,
};

/** A mail as its workspace may see it. The text is empty if only the recipient may see it. */
export type MailRecord = Pick<MailRow, keyof typeof RECORD>;

const SHOWN = 20;

export function listMails(storage: Storage, workspaceSeq: number): MailRecord[] {
  return storage.read
    .select(RECORD)
    .from(mails)
    .where(and(ofWorkspace(workspaceSeq), ne(mails.kind, sql`'wrong_code'`)))
    .orderBy(desc(mails.seq))
    .limit(SHOWN)
    .all()
    .map((mail) => (isPrivate(mail.kind) ? { ...mail, text: '' } : mail));
}

export function lastMailAt(db: Db, kind: MailKind): number | undefined {
  const last = db.select({ at: mails.createdAt }).from(mails).where(eq(mails.kind, kind)).orderBy(desc(mails.seq));
  return last.limit(1).get()?.at;
}

export function countWaitingMails(db: Db): number {
  return readMailFigures(db).pending;
}

interface MailFigures {
  readonly pending: number;
  /** The time when the oldest waiting mail was queued, in milliseconds since the epoch; null if none waits. */
  readonly oldestAt: number | null;
}

export function readMailFigures(db: Db): MailFigures {
  // The state must be a literal in the statement. Otherwise SQLite would not use the index of waiting mails.
  const waiting = eq(mails.state, sql`'pending'`);
  const found = db
    .select({ pending: count(), oldestAt: min(mails.createdAt) })
    .from(mails)
    .where(waiting)
    .get();
  return found ?? { pending: 0, oldestAt: null };
}
