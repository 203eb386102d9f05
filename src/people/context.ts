import type { PasskeySite, Random, Throttle } from '../base/index.ts';
import type { Storage } from '../storage/index.ts';
import type { Challenges } from './challenges.ts';

/** The context of a verb that counts guesses. */
export interface ThrottleCtx {
  readonly throttle: Throttle;
}

/** The context of a verb that counts guesses, and creates a token or codes after a right guess. */
export interface SignInCtx extends ThrottleCtx {
  readonly storage: Storage;
  readonly random: Random;
}

/** The site where passkeys are created and used, and its challenges. */
export interface PasskeyCtx {
  readonly site: PasskeySite;
  readonly challenges: Challenges;
}
