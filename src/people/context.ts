import type { PasskeySite, Throttle } from '../base/index.ts';

/** What counts guesses, for a verb that takes some. */
export interface Throttled {
  readonly throttle: Throttle;
}

/** Where passkeys are made, and sign in. */
export interface AtSite {
  readonly site: PasskeySite;
}
