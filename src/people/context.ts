import type { PasskeySite, Throttle } from '../base/index.ts';
import type { Challenges } from './challenges.ts';

/** The counter of guesses, for a verb that counts some. */
export interface ThrottleCtx {
  readonly throttle: Throttle;
}

/** The site where passkeys are made and used, and its challenges. */
export interface PasskeyCtx {
  readonly site: PasskeySite;
  readonly challenges: Challenges;
}
