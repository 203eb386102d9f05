/** An `ending` key was replaced and stays valid for a while. */
export type KeyState = 'valid' | 'ending' | 'revoked';

export interface KeyLife {
  readonly keyHash: string;
  readonly revokedAt: number | null;
}

const SPENT = 'revoked ';

/**
 * Returns the replacement for a revoked key's hash. With it, a clock that is set back cannot make the key valid again.
 */
export const spentHash = (keyHash: string): string => `${SPENT}${keyHash}`;

/** The key is refused from `revokedAt` on, which may be in the future. */
export function stateOfKey({ keyHash, revokedAt }: KeyLife, nowMs: number): KeyState {
  if (revokedAt === null) return 'valid';
  return revokedAt > nowMs && !keyHash.startsWith(SPENT) ? 'ending' : 'revoked';
}
