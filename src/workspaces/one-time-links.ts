import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { hashToken, type Random, tokenText } from '../base/index.ts';
import { oneTimeLinks, type Storage, type Tx } from '../storage/index.ts';

export type LinkPurpose = 'setup' | 'reset';

/** 30 minutes (contract, section 1). */
export const LINK_LIFETIME_MS = 30 * 60_000;
/** A mail is read the next day, or after the weekend. */
export const INVITATION_LIFETIME_MS = 3 * 86_400_000;
const TOKEN_BYTES = 32;

/**
 * A token for a link that lets one person in once; kept as a hash. Links made earlier for the same purpose and
 * person die with it.
 */
export function createOneTimeLink(
  storage: Storage,
  random: Random,
  purpose: LinkPurpose,
  personSeq: number | null,
): Promise<string> {
  return storage.write((tx) => insertLink(tx, random, { purpose, personSeq, lifetimeMs: LINK_LIFETIME_MS }));
}

/** The same within a change. @returns the token */
export function insertLink(
  tx: Tx,
  random: Random,
  link: { readonly purpose: LinkPurpose; readonly personSeq: number | null; readonly lifetimeMs: number },
): string {
  const { purpose, personSeq, lifetimeMs } = link;
  const token = tokenText(random.bytes(TOKEN_BYTES));
  const forSame = personSeq === null ? isNull(oneTimeLinks.personSeq) : eq(oneTimeLinks.personSeq, personSeq);
  tx.db
    .delete(oneTimeLinks)
    .where(and(eq(oneTimeLinks.purpose, purpose), forSame))
    .run();
  tx.db
    .insert(oneTimeLinks)
    .values({
      ...{ tokenHash: hashToken(token), purpose, personSeq, createdAt: tx.now },
      expiresAt: tx.now + lifetimeMs,
    })
    .run();
  return token;
}

/** Spends the token within the change that it allows; undefined when it is unknown, used or too old. */
export function spendLink(tx: Tx, purpose: LinkPurpose, token: string): { personSeq: number | null } | undefined {
  return tx.db
    .update(oneTimeLinks)
    .set({ usedAt: tx.now })
    .where(
      and(
        eq(oneTimeLinks.tokenHash, hashToken(token)),
        eq(oneTimeLinks.purpose, purpose),
        isNull(oneTimeLinks.usedAt),
        gt(oneTimeLinks.expiresAt, tx.now),
        // A clock that was set back must not lengthen its life by more than once.
        sql`2 * ${oneTimeLinks.createdAt} - ${oneTimeLinks.expiresAt} <= ${tx.now}`,
      ),
    )
    .returning({ personSeq: oneTimeLinks.personSeq })
    .get();
}

/** The link as it stands, unspent; undefined when it is unknown, used or too old. For a cheap look before a costly hash. */
export function findLink(
  storage: Storage,
  purpose: LinkPurpose,
  token: string,
  nowMs: number,
): { personSeq: number | null } | undefined {
  const row = storage.read
    .select()
    .from(oneTimeLinks)
    .where(and(eq(oneTimeLinks.tokenHash, hashToken(token)), eq(oneTimeLinks.purpose, purpose)))
    .get();
  if (row === undefined || row.usedAt !== null || row.expiresAt <= nowMs) return undefined;
  if (2 * row.createdAt - row.expiresAt > nowMs) return undefined;
  return { personSeq: row.personSeq };
}
