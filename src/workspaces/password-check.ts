import { hashPassword, unavailable, verifyPassword } from '../base/index.ts';
import { createFairQueue, type Turn } from './fair-queue.ts';

/** Each check takes 64 MiB and a core for a fifth of a second: more at once would take a small machine from the API. */
const AT_ONCE = 2;

const queue = createFairQueue(AT_ONCE);
let nobody: Promise<string> | undefined;

/**
 * Compares a password with a hash, or with one that nothing fits where there is none: an unknown e-mail address must
 * take as long as a wrong password.
 *
 * @throws unavailable when too many wait already
 */
export function checkAgainst(password: string, hash: string | null, turn: Turn): Promise<boolean> {
  return queue.run(turn, tooMany, async () => {
    nobody ??= hashPassword('nobody has this password');
    const right = await verifyPassword(password, hash ?? (await nobody));
    return right && hash !== null;
  });
}

const tooMany = (): Error => unavailable('Too many people sign in at this moment. Try again in a few seconds.');
