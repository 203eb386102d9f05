import { eq } from 'drizzle-orm';
import { AppError, hashPassword, type Random, unavailable } from '../base/index.ts';
import { type Db, people, type Storage, sessions, type Tx } from '../storage/index.ts';
import { writeOwnAudit } from './audit.ts';
import { checkChosenPassword } from './choose-password.ts';
import { noteDevice } from './devices.ts';
import { checkAgainst } from './password-check.ts';
import { namesAround } from './reset-password.ts';
import { countCodeTry, passSecondFactor } from './second-factor.ts';
import { type Device, listMemberships, renewToken, revokeOtherSessions, type Session } from './sessions.ts';
import { networkOf, type Throttle } from './throttle.ts';
import { beginSession } from './visits.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
  /** From an app, or a recovery code, of who has a second factor. */
  readonly code?: string | undefined;
}

/** One answer for an unknown address and a wrong password, and one time for both. */
const wrong = (): AppError => new AppError('wrong_password', 'E-mail or password is not right.');

const namesOf = (email: string, device: Device): string[] => [
  `account ${email.trim().toLowerCase()}`,
  `network ${networkOf(device.address ?? 'unknown')}`,
];

/**
 * A new session for who knows the password; one that the browser had before does not live on in it.
 *
 * @returns the token for the cookie
 * @throws wrong_password, rate_limited, unavailable; code_needed and wrong_code of who has a second factor
 */
export async function signIn(
  storage: Storage,
  world: { readonly random: Random },
  throttle: Throttle,
  { email, password, remember, code }: Credentials,
  device: Device,
): Promise<string> {
  const names = namesOf(email, device);
  throttle.spend(names);
  const person = storage.read.select().from(people).where(eq(people.email, email.trim())).get();
  const right = await check(password, person?.passwordHash ?? null);
  if (!right || person === undefined) throw wrong();
  const counted = countCodeTry(storage, throttle, person, code);
  const members = listMemberships(storage, person.seq);
  const token = await storage.write((tx) => {
    refuseChanged(tx, person.seq, person.passwordHash);
    passSecondFactor(tx, person, code);
    noteDevice(tx, person, 'password', device, members[0]?.workspace);
    return beginSession(tx, world.random, person, { remembered: remember, device, passkeyName: null });
  });
  throttle.forgive([...names, ...counted]);
  return token;
}

/** Checking takes a fifth of a second; who has a new password since, or is gone, is not let in or changed by the one before. */
function refuseChanged(tx: Tx, personSeq: number, checkedHash: string | null): void {
  if (passwordHashOf(tx.db, personSeq) !== checkedHash) throw wrong();
}

async function check(password: string, hash: string | null): Promise<boolean> {
  const right = await checkAgainst(password, hash);
  if (right === undefined) throw unavailable('Too many people sign in at this moment. Try again in a few seconds.');
  return right;
}

/** How long the password once given, or a passkey once used, opens what needs it anew. */
export const PROOF_MS = 10 * 60_000;

/** From above as well: a clock that was set back must not make it last until the old time comes again. */
export const isProved = (session: Session, nowMs: number): boolean => Math.abs(nowMs - session.provedAt) < PROOF_MS;

/** Takes the password once more, for what must not be done by whoever finds a screen unlocked. @throws wrong_password, rate_limited */
export async function prove(
  storage: Storage,
  throttle: Throttle,
  session: Session,
  password: string,
  device: Device,
): Promise<void> {
  const names = namesOf(session.person.email, device);
  throttle.spend(names);
  if (!(await check(password, passwordHashOf(storage.read, session.person.seq)))) throw wrong();
  throttle.forgive(names);
  await storage.write((tx) => {
    tx.db.update(sessions).set({ provedAt: tx.now }).where(eq(sessions.seq, session.seq)).run();
  });
}

const passwordHashOf = (db: Db, personSeq: number): string | null =>
  db.select({ passwordHash: people.passwordHash }).from(people).where(eq(people.seq, personSeq)).get()?.passwordHash ??
  null;

/**
 * A new password; all sessions but this one end, and this one gets another token.
 *
 * @returns the token for the cookie
 * @throws wrong_password when the present one is not right; validation_failed; rate_limited
 */
export async function changePassword(
  storage: Storage,
  world: { readonly random: Random },
  throttle: Throttle,
  session: Session,
  input: { readonly present: string; readonly next: string },
  device: Device,
): Promise<string> {
  const next = checkChosenPassword('next', input.next, namesAround(storage, session.person));
  const names = namesOf(session.person.email, device);
  throttle.spend(names);
  const checkedHash = passwordHashOf(storage.read, session.person.seq);
  if (!(await check(input.present, checkedHash))) throw wrong();
  throttle.forgive(names);
  const passwordHash = await hashPassword(next);
  return storage.write((tx) => {
    refuseChanged(tx, session.person.seq, checkedHash);
    tx.db.update(people).set({ passwordHash }).where(eq(people.seq, session.person.seq)).run();
    revokeOtherSessions(tx, session.person.seq, session.seq);
    const actor = { type: 'person', id: session.person.id } as const;
    writeOwnAudit(tx, session.person, { actor, action: 'person.password_changed' });
    return renewToken(tx, world.random, session.seq);
  });
}
