import { availableParallelism } from 'node:os';
import { AppError, hashPassword, verifyPassword } from '../base/index.ts';
import { createFairQueue, type Turn } from './fair-queue.ts';

/**
 * Returns the maximum number of simultaneous password checks. For 0.2 s, each check takes 64 MiB, a core and a thread
 * of Bun's pool. More than two would slow the API, and files and passkeys also need a thread.
 */
export const checksAtOnce = (cores: number): number => Math.min(2, Math.max(1, cores - 1));

export const CHECKS_AT_ONCE = checksAtOnce(availableParallelism());

const queue = createFairQueue(CHECKS_AT_ONCE);
let nobody: Promise<string> | undefined;

/**
 * Compares a password with a hash, or with a dummy if the hash is null. So an unknown address takes as long as a wrong
 * password.
 * @throws unavailable if too many callers wait already
 */
export function checkAgainst(password: string, hash: string | null, turn: Turn): Promise<boolean> {
  return queue.run(turn, tooMany, async () => {
    nobody ??= hashPassword('nobody has this password');
    const right = await verifyPassword(password, hash ?? (await nobody));
    return right && hash !== null;
  });
}

/**
 * Hashes a chosen password in the same queue as the checks.
 * @param isAllowed runs just before the hash; throws if the caller's link was used meanwhile
 * @throws unavailable if too many callers wait already
 */
export function hashInTurn(password: string, turn: Turn, isAllowed?: () => void): Promise<string> {
  return queue.run(turn, tooMany, async () => {
    isAllowed?.();
    return hashPassword(password);
  });
}

export const COMMAND_TURN: Turn = { known: true, groups: ['command'] };

const tooMany = (): Error => new AppError({ rule: 'signing_in' });
