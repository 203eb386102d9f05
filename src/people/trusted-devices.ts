import { and, asc, count, eq } from 'drizzle-orm';
import { DAY_MS, hashToken } from '../base/index.ts';
import { type Storage, type Tx, trustedDevices } from '../storage/index.ts';
import { forgetNetworks, knowNetwork } from './known-networks.ts';

export interface TrustedDevice {
  readonly tokenHash: string;
  readonly people: readonly number[];
}

/** The longest lifetime that browsers allow for a cookie (RFC 6265bis), counted from the last sign-in. */
export const DEVICE_COOKIE_MS = 400 * DAY_MS;
const MOST_OF_A_PERSON = 20;

export function findTrustedDevice(storage: Storage, token: string | undefined): TrustedDevice | undefined {
  if (token === undefined) return undefined;
  const tokenHash = hashToken(token);
  const rows = storage.read
    .select({ personSeq: trustedDevices.personSeq })
    .from(trustedDevices)
    .where(eq(trustedDevices.tokenHash, tokenHash))
    .all();
  return rows.length === 0 ? undefined : { tokenHash, people: rows.map(({ personSeq }) => personSeq) };
}

interface SignedInWith {
  readonly address: string | null;
  readonly token?: string | undefined;
  readonly knownBy?: string | undefined;
}

/**
 * Makes this browser and network known for the person. The person can then sign in even while others guess the password
 * elsewhere. The browser's earlier token stops working for everybody, because an attacker may have copied it.
 */
export function trustDevice(tx: Tx, personSeq: number, { address, token, knownBy }: SignedInWith): void {
  knowNetwork(tx, personSeq, address);
  if (token === undefined) return;
  const tokenHash = hashToken(token);
  if (knownBy !== undefined) {
    const before = eq(trustedDevices.tokenHash, hashToken(knownBy));
    tx.db.update(trustedDevices).set({ tokenHash }).where(before).run();
  }
  const row = { tokenHash, personSeq, lastUsedAt: tx.now };
  tx.db
    .insert(trustedDevices)
    .values(row)
    .onConflictDoUpdate({
      target: [trustedDevices.tokenHash, trustedDevices.personSeq],
      set: { lastUsedAt: tx.now },
    })
    .run();
  dropOldest(tx, personSeq);
}

function dropOldest(tx: Tx, personSeq: number): void {
  const own = eq(trustedDevices.personSeq, personSeq);
  const kept = tx.db.select({ n: count() }).from(trustedDevices).where(own).get()?.n ?? 0;
  if (kept <= MOST_OF_A_PERSON) return;
  const { tokenHash, lastUsedAt } = trustedDevices;
  const oldest = tx.db.select({ tokenHash }).from(trustedDevices).where(own).orderBy(asc(lastUsedAt)).limit(1).get();
  if (oldest !== undefined)
    tx.db
      .delete(trustedDevices)
      .where(and(own, eq(tokenHash, oldest.tokenHash)))
      .run();
}

export function forgetDevice(tx: Tx, personSeq: number, { tokenHash }: TrustedDevice): void {
  const own = and(eq(trustedDevices.personSeq, personSeq), eq(trustedDevices.tokenHash, tokenHash));
  tx.db.delete(trustedDevices).where(own).run();
}

/** Forgets all browsers and networks after a new password, because one of them may have been another person's. */
export function forgetDevices(tx: Tx, personSeq: number): void {
  forgetNetworks(tx, personSeq);
  tx.db.delete(trustedDevices).where(eq(trustedDevices.personSeq, personSeq)).run();
}
