import type { PasskeySite, Throttle } from '../base/index.ts';
import type { Challenges } from './challenges.ts';

/** What counts guesses, for a verb that takes some. */
export interface Throttled {
  readonly throttle: Throttle;
}

/** Where passkeys are made and sign in, and what they sign there. */
export interface AtSite {
  readonly site: PasskeySite;
  readonly challenges: Challenges;
}
