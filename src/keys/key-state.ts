/** `ending`: replaced by another key, and valid for a while yet beside it. */
export type KeyState = 'valid' | 'ending' | 'revoked';

export interface KeyLife {
  readonly keyHash: string;
  readonly revokedAt: number | null;
}

const SPENT = 'revoked ';

/** Takes the place of a revoked key's hash, so that no clock set back makes the key valid again. */
export const spentHash = (keyHash: string): string => `${SPENT}${keyHash}`;

/** The state of a key, which is refused from `revoked_at` on; that moment may lie ahead. */
export function stateOfKey({ keyHash, revokedAt }: KeyLife, nowMs: number): KeyState {
  if (revokedAt === null) return 'valid';
  return revokedAt > nowMs && !keyHash.startsWith(SPENT) ? 'ending' : 'revoked';
}
