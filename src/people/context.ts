import type { PasskeySite, Random, Throttle } from '../base/index.ts';
import type { Storage } from '../storage/index.ts';
import type { Challenges } from './challenges.ts';

export interface ThrottleCtx {
  readonly throttle: Throttle;
}

export interface SignInCtx extends ThrottleCtx {
  readonly storage: Storage;
  readonly random: Random;
}

export interface PasskeyCtx {
  readonly site: PasskeySite;
  readonly challenges: Challenges;
}
