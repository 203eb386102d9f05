import type { PasskeySite, Throttle } from '../base/index.ts';
import type { Challenges } from './challenges.ts';

/** The context of a verb that counts guesses. */
export interface ThrottleCtx {
  readonly throttle: Throttle;
}

/** The site where passkeys are made and used, and its challenges. */
export interface PasskeyCtx {
  readonly site: PasskeySite;
  readonly challenges: Challenges;
}
