import { eq } from 'drizzle-orm';
import { AppError, type Limit, networksOf, once, type Throttle } from '../base/index.ts';
import { type Db, people, type Storage, sessions, type Tx } from '../storage/index.ts';
import { writeOwnAudit } from '../workspaces/index.ts';
import { checkChosenPassword } from './choose-password.ts';
import type { MailingCtx, PersonRow, SignInCtx, ThrottleCtx } from './context.ts';
import { mayMailNewDevice, mayMailWrongCode, noteDevice, noteWrongCode } from './devices.ts';
import { type Turn, turnOfStranger } from './fair-queue.ts';
import { checkAgainst, hashInTurn } from './password-check.ts';
import { findPersonByEmail } from './people.ts';
import { dropResetLinks, namesAround } from './reset-password.ts';
import { countCodeTry, passesSecondFactor, wrongCode } from './second-factor.ts';
import {
  type Device,
  endGuessing,
  listMemberships,
  noteProof,
  type PersonCtx,
  renewToken,
  revokeOtherSessions,
  type Session,
} from './sessions.ts';
import { countGuess, countWrong, countWrongIn, giveBack, limitOfSession, type SignInTry } from './tries.ts';
import { forgetDevice, forgetDevices, trustDevice } from './trusted-devices.ts';
import { beginSession } from './visits.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
  readonly code?: string | undefined;
  /** Receives the id of the account, even if the sign-in is refused. */
  readonly noteTried?: (personId: string) => void;
}

/** An unknown address and a wrong password get the same answer, after the same time. */
const wrong = (): AppError => new AppError({ rule: 'wrong_password' });

/**
 * Begins a session, and ends the browser's earlier one. Returns the token for the cookie.
 * @param at the result of `knock`, which has already counted the attempt
 * @throws wrong_password, rate_limited, unavailable; with a second factor also code_needed and wrong_code
 */
export async function signIn(
  { storage, random, throttle, log }: SignInCtx & MailingCtx,
  { email, password, remember, code, at, noteTried }: Credentials & { readonly at: SignInTry },
): Promise<string> {
  const { device } = at;
  const person = findPersonByEmail(storage.read, email);
  if (person !== undefined) noteTried?.(person.id);
  const guess = countGuess({ storage, throttle }, at, email, person);
  const turn = guess.trusted && person !== undefined ? turnOfPerson(storage, person) : turnOfAddress(device);
  const right = await checkCounted(throttle, guess.all, { password, hash: person?.passwordHash ?? null, turn });
  if (person === undefined) throw wrong();
  const worn = right ? undefined : countWrong(throttle, at, person);
  if (worn !== undefined) await storage.write((tx) => forgetDevice(tx, person.seq, worn));
  if (!right) throw wrong();
  const codeTry = countCodeTry({ storage, throttle }, { person, code, at });
  const home = listMemberships(storage, person.seq)[0]?.workspace;
  const mayMailCode = once(() => mayMailWrongCode({ throttle, log }, person, home));
  const mayMail = once(() => mayMailNewDevice({ throttle, log }, person, home));
  const counted = once(() => countWrong(throttle, at, person));
  const token = await storage.write((tx) => {
    refuseChanged(tx, person.seq, person.passwordHash);
    if (!passesSecondFactor(tx, person, code)) {
      // An error thrown here would undo the record of the wrong code, so the error is thrown after the transaction.
      noteWrongCode(tx, { person, device, home, mayMail: mayMailCode });
      const worn = counted();
      if (worn !== undefined) forgetDevice(tx, person.seq, worn);
      return undefined;
    }
    noteDevice(tx, { person, by: 'password', device, home, mayMail });
    return beginSession(tx, random, person, { remembered: remember, device, passkeyName: null });
  });
  if (token === undefined) throw wrongCode();
  giveBack(throttle, guess);
  if (codeTry !== undefined) giveBack(throttle, codeTry);
  return token;
}

const turnOfAddress = ({ address }: Device): Turn => turnOfStranger(networksOf(address));

/**
 * Returns the turn of a known person in the queue. Workspaces take turns. Within a workspace, its members take turns,
 * however many browsers each of them has. So no workspace delays the others.
 */
export function turnOfPerson(storage: Storage, { seq, id }: PersonRow): Turn {
  const [home] = listMemberships(storage, seq);
  return { known: true, groups: [`workspace ${home?.workspace.id}`, id] };
}

interface CountedCheck {
  readonly password: string;
  readonly hash: string | null;
  readonly turn: Turn;
}

/**
 * Checks a password. The caller has already counted this attempt against the limits in `spent`. If the password could
 * not be checked, the attempt is given back.
 * @throws unavailable if too many callers wait already
 */
async function checkCounted(
  throttle: Throttle,
  spent: readonly Limit[],
  { password, hash, turn }: CountedCheck,
): Promise<boolean> {
  try {
    return await checkAgainst(password, hash, turn);
  } catch (error) {
    throttle.giveBack(spent, 1);
    throw error;
  }
}

/**
 * Refuses a sign-in if the account has changed during the check of the password, which takes some 0.2 s. The old
 * password must not work after a change of the password or the removal of the person.
 */
function refuseChanged(tx: Tx, personSeq: number, checkedHash: string | null): void {
  if (passwordHashOf(tx.db, personSeq) !== checkedHash) throw wrong();
}

/**
 * Checks the password of a signed-in person again. Nobody else can use up that person's tries.
 * @throws wrong_password, rate_limited
 */
async function checkOwn(
  { storage, throttle, session }: PersonCtx & ThrottleCtx,
  password: string,
  hash: string | null,
): Promise<void> {
  const limit = limitOfSession('password', session);
  throttle.spend([limit]);
  if (!(await checkCounted(throttle, [limit], { password, hash, turn: turnOfPerson(storage, session.person) }))) {
    if (countWrongIn(throttle, session)) await storage.write((tx) => endGuessing(tx, session));
    throw wrong();
  }
  giveBack(throttle, { own: limit, all: [limit] });
}

/**
 * The time for which a check of the password or passkey stays fresh. After that, a sensitive action asks for the
 * password or passkey again.
 */
export const PROOF_MS = 10 * 60_000;

/**
 * Returns true if the person proved their identity less than ten minutes before or after `nowMs`. A proof is in the
 * future if the clock was set back. Without the limit, such a proof would stay valid until the clock catches up.
 */
export const isProved = (session: Session, nowMs: number): boolean => Math.abs(nowMs - session.provedAt) < PROOF_MS;

/**
 * Checks the password again. Returns another token for the cookie, or undefined if another tab was quicker.
 * @throws wrong_password, rate_limited
 */
export async function prove(ctx: PersonCtx & SignInCtx, password: string): Promise<string | undefined> {
  const { storage, random, session } = ctx;
  await checkOwn(ctx, password, passwordHashOf(storage.read, session.person.seq));
  return storage.write((tx) => noteProof(tx, random, session));
}

const passwordHashOf = (db: Db, personSeq: number): string | null =>
  db.select({ passwordHash: people.passwordHash }).from(people).where(eq(people.seq, personSeq)).get()?.passwordHash ??
  null;

/**
 * Sets a new password, and returns a new cookie token. Ends other sessions, trusted browsers and password links.
 * @throws wrong_password if the current one is wrong; validation_failed; rate_limited
 */
export async function changePassword(
  ctx: PersonCtx & SignInCtx,
  { device, ...input }: { readonly present: string; readonly next: string; readonly device: Device },
): Promise<string> {
  const { storage, random, session } = ctx;
  const next = checkChosenPassword('next', input.next, namesAround(storage, session.person));
  const checkedHash = passwordHashOf(storage.read, session.person.seq);
  await checkOwn(ctx, input.present, checkedHash);
  const passwordHash = await hashInTurn(next, turnOfPerson(storage, session.person));
  return storage.write((tx) => {
    refuseChanged(tx, session.person.seq, checkedHash);
    tx.db.update(people).set({ passwordHash }).where(eq(people.seq, session.person.seq)).run();
    revokeOtherSessions(tx, session.person.seq, session.seq);
    dropResetLinks(tx, session.person.seq);
    forgetDevices(tx, session.person.seq);
    trustDevice(tx, session.person.seq, device);
    const actor = { type: 'person', id: session.person.id } as const;
    writeOwnAudit(tx, session.person, { actor, action: 'person.password_changed' });
    tx.db.update(sessions).set({ provedAt: tx.now }).where(eq(sessions.seq, session.seq)).run();
    return renewToken(tx, random, session.seq);
  });
}
