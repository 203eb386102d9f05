/**
 * Limits the tries of callers who sign in or prove their identity. Tries at an account are counted separately for each
 * network or browser. So a stranger's guesses do not use up the tries of the account's owner.
 */

import {
  DAY_MS,
  emailKey,
  hashToken,
  type Limit,
  limitOf,
  networkOf,
  networksOf,
  type Pace,
  type Throttle,
} from '../base/index.ts';
import type { Storage } from '../storage/index.ts';
import type { MailingCtx, PersonRow, ThrottleCtx } from './context.ts';
import { isKnownNetwork } from './known-networks.ts';
import type { Device, Session } from './sessions.ts';
import { findTrustedDevice, type TrustedDevice } from './trusted-devices.ts';

/**
 * The pace of sign-in tries for the callers of one network, such as a /64 of IPv6. The wider networks around it allow
 * more tries: a /56 allows twice as many, a /48 four times as many. All tries are restored within ten minutes.
 */
const GUESSES: Pace = { tries: 10, refillMs: 60_000 };
/**
 * The limit for visits to pages behind one-time links. Nobody can guess the token of a link, so this limit only bounds
 * the server's work.
 */
const VISITS: Pace = { tries: 60, refillMs: 1_000 };

/**
 * The limits on guesses at an account from networks where nobody has signed in to it. All these networks share `whole`.
 * When `whole` is used up, each network gets its own `trickle`: a few guesses, restored slowly.
 */
export interface StrangerPace {
  readonly whole: Pace;
  readonly trickle: Pace;
}
const PASSWORDS: StrangerPace = {
  whole: { tries: 100, refillMs: 6_000 },
  trickle: { tries: 3, refillMs: 60 * 60_000 },
};
/** Few tries are allowed, because a six-digit code has only a million possible values. */
const CODES: StrangerPace = {
  whole: { tries: 30, refillMs: 60_000 },
  trickle: { tries: 2, refillMs: 6 * 60 * 60_000 },
};

/** The limit on wrong passwords and codes from a known browser or a session. Each day restores one try. */
const WRONG: Pace = { tries: 10, refillMs: DAY_MS };

type Door = { readonly storage: Storage } & ThrottleCtx;

export const networkLimits = (what: string, address: string | null, { tries, refillMs }: Pace): Limit[] =>
  networksOf(address).map((network, wider) =>
    limitOf(`${what} from ${network}`, { tries: tries * 2 ** wider, refillMs: refillMs / 2 ** wider }),
  );

/**
 * Returns the limits for an address. If its network is known from an earlier sign-in, only the narrowest network
 * counts. The wider ones contain strangers too.
 */
function limitsAt(storage: Storage, what: string, address: string | null, pace: Pace): Limit[] {
  const limits = networkLimits(what, address, pace);
  return isKnownNetwork(storage, address) ? limits.slice(0, 1) : limits;
}

/**
 * Returns the limits for a caller who is not signed in. A browser that signed in before has its own limit. So others in
 * its network cannot use up its tries.
 */
function limitsOf(storage: Storage, what: string, { knownBy, address }: Caller, pace: Pace): Limit[] {
  const trusted = findTrustedDevice(storage, knownBy);
  return trusted === undefined
    ? limitsAt(storage, what, address, pace)
    : [limitOf(`${what} with ${trusted.tokenHash}`, pace)];
}

type Caller = Pick<Device, 'knownBy' | 'address'>;

/** Counts a try of a caller who is not signed in. @throws rate_limited */
export const countOf = ({ storage, throttle }: Door, what: string, caller: Caller, pace: Pace): void =>
  throttle.spend(limitsOf(storage, what, caller, pace));

/** Counts a request of a caller who is not signed in, before the body of the request is read. @throws rate_limited */
export const countVisit = (door: Door, caller: Caller): void => countOf(door, 'visits', caller, VISITS);

export interface SignInTry {
  readonly device: Device;
  readonly trusted: TrustedDevice | undefined;
  readonly spent: readonly Limit[];
}

/**
 * The kind of credential. Attempts with passkeys and attempts with passwords have separate limits. Nobody can guess a
 * passkey's signature, so attempts with passkeys need not use up the attempts with passwords.
 */
export type CredentialKind = 'passwords' | 'passkeys';

/**
 * Counts a sign-in attempt before the body of the request is read. If the browser has signed in before, the attempt
 * counts against the browser. Otherwise it counts against the networks of the address.
 * @throws rate_limited
 */
export function knock(
  { storage, throttle }: Door,
  { device, what }: { readonly device: Device; readonly what: CredentialKind },
): SignInTry {
  const spent = limitsOf(storage, what, device, GUESSES);
  throttle.spend(spent);
  return { device, trusted: findTrustedDevice(storage, device.knownBy), spent };
}

export interface Count {
  /** The limit of this account's tries from the caller's network or browser. */
  readonly own: Limit;
  /** True if the browser has signed in to this account before. */
  readonly trusted: boolean;
  readonly all: readonly Limit[];
}

/** Counts an attempt on the account, unless the browser signed in before. Call `knock` first. @throws rate_limited */
export function countGuess(
  { storage, throttle }: Door,
  { device, trusted, spent }: SignInTry,
  email: string,
  person?: PersonRow,
): Count {
  const [own] = spent;
  if (own !== undefined && isTrusted(trusted, person)) return { own, trusted: true, all: spent };
  const { address } = device;
  const what = `passwords of ${person?.id ?? hashToken(emailKey(email))}`;
  const here = limitOf(`${what} from ${networkOf(address)}`);
  const others = trusted === undefined ? [] : limitsAt(storage, 'passwords', address, GUESSES);
  const strange = isKnownTo(storage, person, address) ? [] : limitsOfStrange(throttle, what, address, PASSWORDS);
  const counted = [here, ...strange, ...others];
  throttle.spend(counted);
  return { own: here, trusted: false, all: [...counted, ...spent] };
}

/**
 * Counts an attempt at the second factor, so that guessing is slow even for a caller who knows the password.
 * @throws rate_limited
 */
export function countCode({ storage, throttle }: Door, { device, trusted }: SignInTry, person: PersonRow): Count {
  const known = isTrusted(trusted, person) ? trusted : undefined;
  const { address } = device;
  const what = `codes of ${person.id}`;
  const own = limitOf(`${what} from ${known?.tokenHash ?? networkOf(address)}`);
  const isStrange = known === undefined && !isKnownTo(storage, person, address);
  const all = isStrange ? [own, ...limitsOfStrange(throttle, what, address, CODES)] : [own];
  throttle.spend(all);
  return { own, trusted: known !== undefined, all };
}

/**
 * Counts a wrong password or code for the known browser, so a thief of its cookie gets no additional tries.
 * @returns the known browser if it has used up its tries; the caller must forget it
 */
export function countWrong(throttle: Throttle, { trusted }: SignInTry, person: PersonRow): TrustedDevice | undefined {
  if (trusted === undefined || !isTrusted(trusted, person)) return undefined;
  return isLastWrong(throttle, `wrong answers for ${person.id} with ${trusted.tokenHash}`) ? trusted : undefined;
}

/**
 * Counts a wrong password or code of a signed-in person.
 * @returns true if there were too many. The caller must then end the session, because a thief may be using it to guess.
 */
export const countWrongIn = (throttle: Throttle, session: Pick<Session, 'id'>): boolean =>
  isLastWrong(throttle, `wrong answers in session ${session.id}`);

function isLastWrong(throttle: Throttle, what: string): boolean {
  const limit = limitOf(what, WRONG);
  spendIfLeft(throttle, [limit]);
  return !isLeft(throttle, limit);
}

const isLeft = (throttle: Throttle, limit: Limit): boolean => throttle.missing(limit) <= limit.tries - 1;

/** Spends one try of each limit, unless one of them has none left. @returns true if they were spent */
function spendIfLeft(throttle: Throttle, limits: readonly Limit[]): boolean {
  const areLeft = limits.every((limit) => isLeft(throttle, limit));
  if (areLeft) throttle.spend(limits);
  return areLeft;
}

/**
 * Counts a mail against the first set of limits with room for it. If no set has room, logs that the mail was left out.
 * @returns true if the mail may be sent
 */
export function spendOnMail(
  { throttle, log }: MailingCtx,
  workspace: string | undefined,
  ways: readonly (readonly Limit[])[],
): boolean {
  const isLeft = ways.some((limits) => spendIfLeft(throttle, limits));
  if (!isLeft) log.info('a mail was left out, because too many were sent', { workspace });
  return isLeft;
}

export const isKnownTo = (
  storage: Storage,
  person: Pick<PersonRow, 'seq'> | undefined,
  address: string | null,
): boolean => person !== undefined && isKnownNetwork(storage, address, person.seq);

/**
 * Returns the limits for a try at an account from a network that is new to the account. All new networks share one
 * limit. After the shared limit is used up, each new network has a small limit of its own, which refills slowly.
 */
export function limitsOfStrange(
  throttle: Throttle,
  what: string,
  address: string | null,
  { whole, trickle }: StrangerPace,
): Limit[] {
  const shared = limitOf(what, whole);
  const own = networkLimits(`trickle of ${what}`, address, trickle);
  return isLeft(throttle, shared) || !own.every((limit) => isLeft(throttle, limit)) ? [shared] : own;
}

/** Gives back the tries that a caller used before a correct answer, but not other callers' tries. */
export function giveBack(throttle: Throttle, { own, all }: Pick<Count, 'own' | 'all'>): void {
  throttle.giveBack(all, throttle.missing(own));
}

const isTrusted = (trusted: TrustedDevice | undefined, person: PersonRow | undefined): boolean =>
  trusted !== undefined && person !== undefined && trusted.people.includes(person.seq);

export const limitOfSession = (what: 'password' | 'passkey' | 'code', session: Pick<Session, 'id'>): Limit =>
  limitOf(`${what} of session ${session.id}`);
