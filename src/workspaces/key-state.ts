/** `ending`: replaced by another key, and valid for a while yet beside it. */
export type KeyState = 'valid' | 'ending' | 'revoked';

/** From the moment in `revoked_at` on a key is refused; that moment may lie ahead. */
export function stateOfKey(revokedAt: number | null, nowMs: number): KeyState {
  if (revokedAt === null) return 'valid';
  return revokedAt > nowMs ? 'ending' : 'revoked';
}

/** Takes the place of a revoked key's hash, so that no clock set back makes the key valid again. */
export const spentHash = (keyHash: string): string => `revoked ${keyHash}`;
