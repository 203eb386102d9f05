import { and, count, eq, exists, gt, isNull, lte, min, or, type SQL } from 'drizzle-orm';
import { AppError, DAY_MS, HOUR_MS } from '../../base/index.ts';
import { invitationsSent, people, type Tx } from '../../storage/index.ts';

interface Bound {
  readonly most: number;
  readonly withinMs: number;
}

/**
 * The maximum number of invitations from one workspace. A new shop can still invite its whole staff in one afternoon.
 */
const OF_WORKSPACE: readonly Bound[] = [
  { most: 20, withinMs: HOUR_MS },
  { most: 60, withinMs: DAY_MS },
];
const OF_RECIPIENT: Bound = { most: 5, withinMs: DAY_MS };
/**
 * The maximum number of mails to one mailbox in a day, from all senders together. It is far above `OF_RECIPIENT`, the
 * limit of one workspace. Otherwise one workspace could use up this limit and block the others. A refusal could also
 * reveal to a workspace that others write to this mailbox.
 */
const OF_MAILBOX: Bound = { most: 30, withinMs: DAY_MS };

/**
 * The maximum number of mails in a day for proving addresses, counted over all accounts that one workspace created.
 * Without this limit, one workspace could use up the server's mail quota.
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
  // Mails that prove an address are limited separately, without counting invitations. Otherwise a stranger could send
  // invitations to stop a person from proving their address.
  const ownProof = and(toMailbox, isNull(invitationsSent.workspaceSeq));
  if (workspaceSeq === null) hold(tx, OF_RECIPIENT, ownProof);
  else if (mailed) hold(tx, OF_MAILBOX, toMailbox);
  const row = { ...sending, at: tx.now };
  tx.db.insert(invitationsSent).values(row).run();
}

function hold(tx: Tx, { most, withinMs }: Bound, which: SQL | undefined): void {
  // If the clock was set back, some links have dates in the future. Links dated more than `withinMs` ahead are ignored,
  // because they would block the sender for too long.
  const lately = and(which, gt(invitationsSent.at, tx.now - withinMs), lte(invitationsSent.at, tx.now + withinMs));
  const counted = { n: count(), first: min(invitationsSent.at) };
  const found = tx.db.select(counted).from(invitationsSent).where(lately).get();
  if (found === undefined || found.n < most) return;
  const waitMs = Math.min(withinMs, (found.first ?? tx.now) + withinMs - tx.now);
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  const minutes = Math.ceil(retryAfter / 60);
  throw new AppError({ rule: 'invitations', minutes }, { retryAfter });
}
