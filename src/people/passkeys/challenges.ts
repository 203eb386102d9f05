import { and, between, count, eq, isNull, lte } from 'drizzle-orm';
import { hashToken, type Random, tokenText } from '../../base/index.ts';
import { type CHALLENGE_PURPOSES, passkeyChallenges, type Tx } from '../../storage/index.ts';

type Purpose = (typeof CHALLENGE_PURPOSES)[number];

/** To look for the device, unlock it, and be called to the door meanwhile. */
export const CHALLENGE_MS = 5 * 60_000;
const CHALLENGE_BYTES = 32;
/** The oldest go first: whoever asks for more than that in five minutes signs nothing with them. */
const KEPT = 10_000;

/** What a device is to sign, once; kept as a hash. @param personSeq null while nobody is signed in */
export function issueChallenge(tx: Tx, random: Random, purpose: Purpose, personSeq: number | null): string {
  const challenge = tokenText(random.bytes(CHALLENGE_BYTES));
  tx.db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, tx.now)).run();
  dropOldest(tx);
  const challengeHash = hashToken(challenge);
  tx.db
    .insert(passkeyChallenges)
    .values({ challengeHash, purpose, personSeq, expiresAt: tx.now + CHALLENGE_MS })
    .run();
  return challenge;
}

function dropOldest(tx: Tx): void {
  const kept = tx.db.select({ n: count() }).from(passkeyChallenges).get()?.n ?? 0;
  if (kept < KEPT) return;
  const { challengeHash, expiresAt } = passkeyChallenges;
  const oldest = tx.db.select({ challengeHash }).from(passkeyChallenges).orderBy(expiresAt).limit(1).get();
  if (oldest !== undefined) tx.db.delete(passkeyChallenges).where(eq(challengeHash, oldest.challengeHash)).run();
}

/** Uses a challenge up within the change that it allows. @returns whether it was good for this purpose and person */
export function spendChallenge(tx: Tx, purpose: Purpose, personSeq: number | null, challenge: string): boolean {
  const { challengeHash, personSeq: owner, expiresAt } = passkeyChallenges;
  const spent = tx.db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(challengeHash, hashToken(challenge)),
        eq(passkeyChallenges.purpose, purpose),
        personSeq === null ? isNull(owner) : eq(owner, personSeq),
        // From above as well: a clock that was set back must not lengthen its life.
        between(expiresAt, tx.now + 1, tx.now + CHALLENGE_MS),
      ),
    )
    .returning({ challengeHash })
    .get();
  return spent !== undefined;
}
