import { and, count, eq, exists, gt, isNull, lte, min, or, type SQL } from 'drizzle-orm';
import { AppError, DAY_MS, HOUR_MS } from '../../base/index.ts';
import { invitationsSent, people, type Tx } from '../../storage/index.ts';

interface Bound {
  readonly most: number;
  readonly withinMs: number;
}

/**
 * The maximum number of invitations of a workspace: enough for a new shop that invites its whole staff in one
 * afternoon.
 */
const OF_WORKSPACE: readonly Bound[] = [
  { most: 20, withinMs: HOUR_MS },
  { most: 60, withinMs: DAY_MS },
];
const OF_RECIPIENT: Bound = { most: 5, withinMs: DAY_MS };
/**
 * The maximum number of mails to one mailbox in a day, from all senders together. One workspace may send far fewer
 * mails to a mailbox. So one workspace cannot use up this limit and block the others. A workspace usually reaches its
 * own limit first. Its refusal therefore does not reveal that others write to the mailbox.
 */
const OF_MAILBOX: Bound = { most: 30, withinMs: DAY_MS };

/**
 * The maximum number of mails that prove addresses, for all accounts one workspace created. It protects the mail quota.
 */
const OF_PROOFS: Bound = { most: 60, withinMs: DAY_MS };

interface Sending {
  /** The inviting workspace; null if a person proves their own address. */
  readonly workspaceSeq: number | null;
  readonly emailKey: string;
  readonly mailed: boolean;
}

/** Counts one more mail that asks a person to prove their e-mail address. @throws rate_limited */
export function spendProof(tx: Tx, { emailKey, madeIn }: { readonly emailKey: string; readonly madeIn: number }): void {
  const made = and(eq(people.emailKey, invitationsSent.emailKey), eq(people.unprovedIn, madeIn));
  const ofAccount = exists(tx.db.select({ seq: people.seq }).from(people).where(made));
  hold(tx, OF_PROOFS, and(isNull(invitationsSent.workspaceSeq), ofAccount));
  spendSending(tx, { workspaceSeq: null, emailKey, mailed: true });
}

/** Counts another mailed or shown link. The count is stored, so a restart does not reset it. @throws rate_limited */
export function spendSending(tx: Tx, sending: Sending): void {
  const { workspaceSeq, emailKey, mailed } = sending;
  const isOld = or(lte(invitationsSent.at, tx.now - DAY_MS), gt(invitationsSent.at, tx.now + DAY_MS));
  tx.db.delete(invitationsSent).where(isOld).run();
  const toMailbox = and(eq(invitationsSent.emailKey, emailKey), eq(invitationsSent.mailed, true));
  if (workspaceSeq !== null) {
    const own = eq(invitationsSent.workspaceSeq, workspaceSeq);
    for (const bound of OF_WORKSPACE) hold(tx, bound, own);
    if (mailed) hold(tx, OF_RECIPIENT, and(own, toMailbox));
  }
  // Only earlier proof mails count, so that invitations cannot prevent an owner from proving an address.
  const ownProof = and(toMailbox, isNull(invitationsSent.workspaceSeq));
  if (workspaceSeq === null) hold(tx, OF_RECIPIENT, ownProof);
  else if (mailed) hold(tx, OF_MAILBOX, toMailbox);
  const row = { ...sending, at: tx.now };
  tx.db.insert(invitationsSent).values(row).run();
}

function hold(tx: Tx, { most, withinMs }: Bound, which: SQL | undefined): void {
  // A clock that was set back leaves links with future dates. Links dated more than `withinMs` after now are ignored.
  // So such a clock lengthens the wait by at most `withinMs`.
  const lately = and(which, gt(invitationsSent.at, tx.now - withinMs), lte(invitationsSent.at, tx.now + withinMs));
  const counted = { n: count(), first: min(invitationsSent.at) };
  const found = tx.db.select(counted).from(invitationsSent).where(lately).get();
  if (found === undefined || found.n < most) return;
  const waitMs = Math.min(withinMs, (found.first ?? tx.now) + withinMs - tx.now);
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  const minutes = Math.ceil(retryAfter / 60);
  throw new AppError({ rule: 'invitations', minutes }, { retryAfter });
}
