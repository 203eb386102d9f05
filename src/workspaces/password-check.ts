import { hashPassword, verifyPassword } from '../base/index.ts';

/** Each check takes 64 MiB and a core for a fifth of a second: more at once would take a small machine from the API. */
const AT_ONCE = 2;
const WAITING_AT_MOST = 50;

let running = 0;
const waiting: (() => void)[] = [];
let nobody: Promise<string> | undefined;

/**
 * Compares a password with a hash, or with one that nothing fits where there is none: an unknown e-mail address must
 * take as long as a wrong password.
 *
 * @returns undefined when too many wait already
 */
export async function checkAgainst(password: string, hash: string | null): Promise<boolean | undefined> {
  if (waiting.length >= WAITING_AT_MOST) return undefined;
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    nobody ??= hashPassword('nobody has this password');
    const right = await verifyPassword(password, hash ?? (await nobody));
    return right && hash !== null;
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
