import { and, count, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import { DAY_MS, hashToken, type Random, tokenText, type World } from '../base/index.ts';
import { type Db, type LINK_PURPOSES, oneTimeLinks, type Storage, type Tx } from '../storage/index.ts';

/**
 * The purpose of a one-time link:
 * - setup: creates the first owner
 * - reset: sets a new password; a command prints the link, or the dashboard shows it to an owner
 * - invitation: admits its reader to a workspace
 * - address: is mailed to an account's address; proves that the reader owns it, and sets a new password
 */
type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** 30 minutes (contract, section 1). */
export const LINK_LIFETIME_MS = 30 * 60_000;
/** The lifetime of an invitation. Its reader may open the mail the next day, or after the weekend. */
export const INVITATION_LIFETIME_MS = 3 * DAY_MS;
const TOKEN_BYTES = 32;

interface NewLink {
  readonly purpose: LinkPurpose;
  readonly personSeq?: number;
  readonly invitationSeq?: number;
  /** True if an opened link proves the e-mail address. A link that the dashboard showed to an owner is no proof. */
  readonly proves: boolean;
  readonly lifetimeMs: number;
}

export type Link = Pick<typeof oneTimeLinks.$inferSelect, 'purpose' | 'personSeq' | 'invitationSeq' | 'proves'>;

const LINK = {
  purpose: oneTimeLinks.purpose,
  personSeq: oneTimeLinks.personSeq,
  invitationSeq: oneTimeLinks.invitationSeq,
  proves: oneTimeLinks.proves,
};

/**
 * Creates a link for a command to print. Earlier links of the person with the same purpose become void.
 * @returns the token
 */
export async function createOneTimeLink(
  { storage, random }: { readonly storage: Storage } & Pick<World, 'random'>,
  { purpose, personSeq }: { readonly purpose: 'setup' | 'reset'; readonly personSeq: number | null },
): Promise<string> {
  const whose = personSeq === null ? {} : { personSeq };
  return storage.write((tx) =>
    insertLink(tx, random, { purpose, ...whose, proves: true, lifetimeMs: LINK_LIFETIME_MS }),
  );
}

/**
 * Creates the token of a link that signs one person in once. Only the token's hash is stored. Earlier links with the
 * same purpose and receiver become void. A new link to an account's own mailbox is an exception: it does not void
 * earlier ones. A stranger can request such a mail while the account's owner is about to use an earlier link.
 * @returns the token
 */
export function insertLink(tx: Tx, random: Random, link: NewLink): string {
  const { purpose, personSeq = null, invitationSeq = null, proves, lifetimeMs } = link;
  const token = tokenText(random.bytes(TOKEN_BYTES));
  const same = and(
    eq(oneTimeLinks.purpose, purpose),
    personSeq === null ? isNull(oneTimeLinks.personSeq) : eq(oneTimeLinks.personSeq, personSeq),
    invitationSeq === null ? isNull(oneTimeLinks.invitationSeq) : eq(oneTimeLinks.invitationSeq, invitationSeq),
  );
  const isVoid = purpose === 'address' ? and(same, lte(oneTimeLinks.expiresAt, tx.now)) : same;
  tx.db.delete(oneTimeLinks).where(isVoid).run();
  const row = { tokenHash: hashToken(token), purpose, personSeq, invitationSeq, proves };
  const times = { createdAt: tx.now, expiresAt: tx.now + lifetimeMs };
  tx.db
    .insert(oneTimeLinks)
    .values({ ...row, ...times })
    .run();
  return token;
}

/** Returns the number of unused links mailed to an account's own mailbox in the last half hour. */
export function countMailed(tx: Tx, personSeq: number): number {
  const { purpose, createdAt, usedAt } = oneTimeLinks;
  const own = and(eq(purpose, 'address'), eq(oneTimeLinks.personSeq, personSeq), isNull(usedAt));
  const lately = and(gt(createdAt, tx.now - LINK_LIFETIME_MS), lte(createdAt, tx.now));
  return tx.db.select({ n: count() }).from(oneTimeLinks).where(and(own, lately)).get()?.n ?? 0;
}

/**
 * Uses up the token in the same transaction as the change that it allows. Returns undefined if the token is unknown,
 * used or expired.
 */
export function spendLink(tx: Tx, purposes: readonly LinkPurpose[], token: string): Link | undefined {
  const isOpen = and(
    eq(oneTimeLinks.tokenHash, hashToken(token)),
    inArray(oneTimeLinks.purpose, [...purposes]),
    isNull(oneTimeLinks.usedAt),
    gt(oneTimeLinks.expiresAt, tx.now),
    // If the clock was set back, a link works for at most twice its lifetime.
    sql`2 * ${oneTimeLinks.createdAt} - ${oneTimeLinks.expiresAt} <= ${tx.now}`,
  );
  return tx.db.update(oneTimeLinks).set({ usedAt: tx.now }).where(isOpen).returning(LINK).get();
}

/**
 * Finds a link without using it up; undefined if it is unknown, used or expired. Call this cheap check before a costly
 * hash.
 */
export function findLink(db: Db, purposes: readonly LinkPurpose[], token: string, nowMs: number): Link | undefined {
  const own = and(eq(oneTimeLinks.tokenHash, hashToken(token)), inArray(oneTimeLinks.purpose, [...purposes]));
  const row = db.select().from(oneTimeLinks).where(own).get();
  if (row === undefined || row.usedAt !== null || row.expiresAt <= nowMs) return undefined;
  if (2 * row.createdAt - row.expiresAt > nowMs) return undefined;
  const { purpose, personSeq, invitationSeq, proves } = row;
  return { purpose, personSeq, invitationSeq, proves };
}
