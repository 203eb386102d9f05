/** The networks of past sign-ins. Sign-in attempts from other networks never use up a known network's attempts. */

import { and, desc, eq, gt, lt, notInArray, or } from 'drizzle-orm';
import { DAY_MS, hashToken, networkOf } from '../base/index.ts';
import { knownNetworks, type Storage, type Tx } from '../storage/index.ts';

/**
 * The maximum number of networks that are remembered for one person. The least recently used network is forgotten
 * first.
 */
const MOST_OF_A_PERSON = 20;
/** The time after which a network without a sign-in counts as unknown again. */
const KEPT_MS = 180 * DAY_MS;

/**
 * The hash hides the network only from a casual reader of the database. There are so few networks that an attacker can
 * try all of them.
 */
const hashOf = (address: string | null): string => hashToken(`network ${networkOf(address)}`);

/**
 * Returns true if the person has signed in from the network. If `personSeq` is not given, returns true if anybody has
 * signed in from the network.
 */
export function isKnownNetwork(storage: Storage, address: string | null, personSeq?: number): boolean {
  const here = eq(knownNetworks.networkHash, hashOf(address));
  const where = personSeq === undefined ? here : and(here, eq(knownNetworks.personSeq, personSeq));
  return (
    storage.read.select({ at: knownNetworks.lastUsedAt }).from(knownNetworks).where(where).limit(1).get() !== undefined
  );
}

export function knowNetwork(tx: Tx, personSeq: number, address: string | null): void {
  const { networkHash, lastUsedAt } = knownNetworks;
  const own = eq(knownNetworks.personSeq, personSeq);
  const target = [networkHash, knownNetworks.personSeq];
  tx.db
    .insert(knownNetworks)
    .values({ networkHash: hashOf(address), personSeq, lastUsedAt: tx.now })
    .onConflictDoUpdate({ target, set: { lastUsedAt: tx.now } })
    .run();
  const newest = tx.db.select({ networkHash }).from(knownNetworks).where(own).orderBy(desc(lastUsedAt));
  const isOver = notInArray(networkHash, newest.limit(MOST_OF_A_PERSON));
  tx.db.delete(knownNetworks).where(and(own, isOver)).run();
}

export function forgetNetworks(tx: Tx, personSeq: number): void {
  tx.db.delete(knownNetworks).where(eq(knownNetworks.personSeq, personSeq)).run();
}

export async function sweepNetworks(storage: Storage, nowMs: number): Promise<number> {
  const { lastUsedAt } = knownNetworks;
  // A row far in the future counts as old. Otherwise a clock that was set back would keep it too long.
  const old = or(lt(lastUsedAt, nowMs - KEPT_MS), gt(lastUsedAt, nowMs + KEPT_MS));
  if (storage.read.select({ lastUsedAt }).from(knownNetworks).where(old).limit(1).get() === undefined) return 0;
  return storage.write((tx) => tx.db.delete(knownNetworks).where(old).returning({ lastUsedAt }).all().length);
}
