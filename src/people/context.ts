import type { Log, PasskeySite, Random, Throttle } from '../base/index.ts';
import type { Storage } from '../storage/index.ts';
import type { Challenges } from './challenges.ts';

export interface PersonRow {
  readonly seq: number;
  readonly id: string;
}

export interface ThrottleCtx {
  readonly throttle: Throttle;
}

/** The context of an operation that mails a person at a limited pace. */
export interface MailingCtx extends ThrottleCtx {
  readonly log: Pick<Log, 'info'>;
}

/** The context of signing in, and of other operations that limit attempts and create random tokens or codes. */
export interface SignInCtx extends ThrottleCtx {
  readonly storage: Storage;
  readonly random: Random;
}

export interface PasskeyCtx {
  readonly site: PasskeySite;
  readonly challenges: Challenges;
}
