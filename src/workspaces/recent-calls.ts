import type { Scope } from './scopes.ts';

/** A call of the public API as its owner may see it: never a body, a query or a secret. */
export interface RecentCall {
  readonly requestId: string;
  /** When it was answered, milliseconds since the epoch. */
  readonly at: number;
  readonly method: string;
  /** As the reference spells it, because what somebody put into a path may be a name or a phone; null: no such path. */
  readonly route: string | null;
  readonly status: number;
  readonly code: string;
  readonly ms: number;
  /** Of the key that came with it; null when none did, or an unknown one. */
  readonly keyName: string | null;
  readonly keyPrefix: string | null;
  /** Why the key was not taken. */
  readonly keyRefusal: KeyRefusal | null;
  readonly missingScope: Scope | null;
  /** The order that a create made or found again. */
  readonly orderId: string | null;
  readonly orderNumber: string | null;
}

/** `ended_key`: revoked, or replaced and past its time. */
export type KeyRefusal = 'no_key' | 'unknown_key' | 'ended_key';

/** The last calls, in memory alone: gone when the server stops. */
export interface RecentCalls {
  /** @param workspaceSeq null for a call that belongs to none, because its key is none of ours */
  note(workspaceSeq: number | null, call: RecentCall): void;
  /** Newest first. @param strays also those that belong to no workspace */
  list(workspaceSeq: number, strays: boolean): RecentCall[];
}

const KEPT = 100;
/** Fewer, so that whoever knocks without a key does not fill the page. */
const STRAYS_KEPT = 20;

interface Ring {
  readonly calls: Numbered[];
  next: number;
}
interface Numbered {
  readonly nth: number;
  readonly call: RecentCall;
}

/** One ring of a fixed size for each workspace that was called, and one for what belongs to none. */
export function createRecentCalls(): RecentCalls {
  const rings = new Map<number | null, Ring>();
  let count = 0;
  return {
    note(workspaceSeq, call) {
      let ring = rings.get(workspaceSeq);
      if (ring === undefined) {
        ring = { calls: [], next: 0 };
        rings.set(workspaceSeq, ring);
      }
      count += 1;
      ring.calls[ring.next] = { nth: count, call };
      ring.next = (ring.next + 1) % (workspaceSeq === null ? STRAYS_KEPT : KEPT);
    },
    list(workspaceSeq, strays) {
      const own = rings.get(workspaceSeq)?.calls ?? [];
      const others = strays ? (rings.get(null)?.calls ?? []) : [];
      // By their number: the clock may have been set back between two.
      return [...own, ...others].sort((a, b) => b.nth - a.nth).map(({ call }) => call);
    },
  };
}
