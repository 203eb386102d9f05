import { type Clock, hideNumbers, type Random, showNumbers } from '../base/index.ts';

type Purpose = 'register' | 'sign_in' | 'prove';

/** The lifetime of a passkey's challenge, long enough to find the device and unlock it despite an interruption. */
export const CHALLENGE_MS = 5 * 60_000;
const KEY_BYTES = 32;
/** 16 random bytes (Web Authentication Level 3, section 13.4.3). */
const CHANCE_BYTES = 16;
/** A challenge consists of five 32-bit numbers: the time at which it expires, and four random ones. */
const NUMBERS = 5;

export interface Challenges {
  /** Creates a challenge for one purpose and person. @param personSeq null before the person signs in */
  issue(purpose: Purpose, personSeq: number | null): string;
  /** @returns true if the challenge was valid for this purpose and person */
  spend(purpose: Purpose, personSeq: number | null, challenge: string): boolean;
}

/**
 * Creates challenges with an encrypted expiry time. The server stores only challenges that a passkey has signed, so a
 * flood of requests cannot fill its memory.
 */
export function createChallenges({ clock, random }: { readonly clock: Clock; readonly random: Random }): Challenges {
  const key = random.bytes(KEY_BYTES);
  /** Used challenges with their expiry times. Only a caller with a passkey adds one, so floods cannot fill the map. */
  const spent = new Map<string, number>();
  const boundTo = (purpose: Purpose, personSeq: number | null): string => `${purpose} of ${personSeq ?? 'nobody'}`;
  const forgetEnded = (nowMs: number): void => {
    for (const [challenge, end] of spent) if (end <= nowMs) spent.delete(challenge);
  };
  return {
    issue(purpose, personSeq) {
      const chance = new Uint32Array(Uint8Array.from(random.bytes(CHANCE_BYTES)).buffer);
      return hideNumbers(key, [clock.monotonic() + CHALLENGE_MS, ...chance], boundTo(purpose, personSeq));
    },
    spend(purpose, personSeq, challenge) {
      const nowMs = clock.monotonic();
      const [end = nowMs] = showNumbers(key, challenge, boundTo(purpose, personSeq), NUMBERS) ?? [];
      if (end <= nowMs || spent.has(challenge)) return false;
      forgetEnded(nowMs);
      spent.set(challenge, end);
      return true;
    },
  };
}
