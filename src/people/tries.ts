import {
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
import type { Throttled } from './context.ts';
import type { Device, Session } from './sessions.ts';
import { findTrustedDevice, type TrustedDevice } from './trusted-devices.ts';

/**
 * What is counted of those who are not signed in. A stranger must be able to use up only what is his. So an account is
 * counted together with the network or the device that asks. As a whole it is counted only so far that guessing from
 * everywhere stays slow.
 */

/** Everybody in the narrowest network shares these; each wider one has twice as much. All are whole again after ten minutes. */
const GUESSES: Pace = { tries: 10, refillMs: 60_000 };
/** Visits of pages behind links: their tokens are not guessed, so this is for the work alone. */
const VISITS: Pace = { tries: 60, refillMs: 1_000 };
/** An account as a whole, from wherever its own devices are not. */
const WHOLE: Pace = { tries: 100, refillMs: 6_000 };
/** A code has six digits, and three of them are good at a time. */
const WHOLE_CODES: Pace = { tries: 30, refillMs: 60_000 };

/** One limit for each network that the address lies in. */
export const networkLimits = (what: string, address: string | null, { tries, refillMs }: Pace): Limit[] =>
  networksOf(address).map((network, wider) =>
    limitOf(`${what} from ${network}`, { tries: tries * 2 ** wider, refillMs: refillMs / 2 ** wider }),
  );

/** Counts a visit of whoever is not signed in, before anything of it is read. @throws rate_limited */
export const countVisit = (throttle: Throttle, address: string | null): void =>
  throttle.spend(networkLimits('visits', address, VISITS));

/** Somebody who says that they can sign in, and what their try has cost so far. */
export interface Knock {
  readonly device: Device;
  readonly trusted: TrustedDevice | undefined;
  readonly spent: readonly Limit[];
}

/** What is tried. A passkey's signature is not guessed, so these tries cost no one the tries of a password. */
export type Guess = 'passwords' | 'passkeys';

/** Counts a try at signing in before anything of it is read: of the network, or of a device that is known. @throws rate_limited */
export function knock(
  { storage, throttle }: { readonly storage: Storage } & Throttled,
  { device, what }: { readonly device: Device; readonly what: Guess },
): Knock {
  const trusted = findTrustedDevice(storage, device.knownBy);
  const spent =
    trusted === undefined
      ? networkLimits(what, device.address, GUESSES)
      : [limitOf(`${what} with ${trusted.tokenHash}`)];
  throttle.spend(spent);
  return { device, trusted, spent };
}

/** Whose password is tried: the account, whether there is one or not. */
interface Tried {
  readonly seq: number;
  readonly id: string;
}

/** A try at an account, as it was counted. */
export interface Count {
  /** Counts what this account has spent there. */
  readonly own: Limit;
  /** It was made with a browser that this account has signed in with before. */
  readonly trusted: boolean;
  readonly all: readonly Limit[];
}

/** Counts the try of an account's password too. @throws rate_limited */
export function countGuess(
  throttle: Throttle,
  { device, trusted, spent }: Knock,
  email: string,
  person?: Tried,
): Count {
  const [own] = spent;
  if (own !== undefined && isTrusted(trusted, person)) return { own, trusted: true, all: spent };
  const account = person?.id ?? hashToken(emailKey(email));
  const here = limitOf(`passwords of ${account} from ${networkOf(device.address)}`);
  const others = trusted === undefined ? [] : networkLimits('passwords', device.address, GUESSES);
  const counted = [here, limitOf(`passwords of ${account}`, WHOLE), ...others];
  throttle.spend(counted);
  return { own: here, trusted: false, all: [...counted, ...spent] };
}

/** Counts the try of a second factor: who knows the password still guesses slowly. @throws rate_limited */
export function countCode(throttle: Throttle, { device, trusted }: Knock, person: Tried): Count {
  const known = isTrusted(trusted, person) ? trusted : undefined;
  const own = limitOf(`codes of ${person.id} from ${known?.tokenHash ?? networkOf(device.address)}`);
  const all = known === undefined ? [own, limitOf(`codes of ${person.id}`, WHOLE_CODES)] : [own];
  throttle.spend(all);
  return { own, trusted: known !== undefined, all };
}

/** Gives back what somebody had spent there who was right after all. What was spent on others' tries stays spent. */
export function giveBack(throttle: Throttle, { own, all }: Pick<Count, 'own' | 'all'>): void {
  throttle.giveBack(all, throttle.missing(own));
}

const isTrusted = (trusted: TrustedDevice | undefined, person: Tried | undefined): boolean =>
  trusted !== undefined && person !== undefined && trusted.people.includes(person.seq);

/** A person who is signed in and shows once more who they are: nobody but this session's holder spends these. */
export const limitOfSession = (what: 'password' | 'passkey' | 'code', session: Pick<Session, 'id'>): Limit =>
  limitOf(`${what} of session ${session.id}`);
