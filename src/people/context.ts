import type { PasskeySite, Throttle } from '../base/index.ts';
import type { Challenges } from './challenges.ts';

/** The counter of guesses, for a verb that takes some. */
export interface ThrottleCtx {
  readonly throttle: Throttle;
}

/** The site where passkeys are made and sign in, and the challenges that they sign there. */
export interface AtSite {
  readonly site: PasskeySite;
  readonly challenges: Challenges;
}
