import { and, asc, eq, isNull } from 'drizzle-orm';
import {
  AppError,
  codeAt,
  fromBase32,
  hashToken,
  once,
  type Random,
  sameSecret,
  stepAt,
  toBase32,
  type World,
} from '../base/index.ts';
import {
  type AuditAction,
  type Db,
  given,
  memberships,
  people,
  prepared,
  recoveryCodes,
  type Storage,
  sealedFor,
  secondFactors,
  type Tx,
} from '../storage/index.ts';
import { type Actor, type ActorCtx, writeOwnAudit } from '../workspaces/index.ts';
import type { PersonRow, SignInCtx, ThrottleCtx } from './context.ts';
import { endGuessing, type PersonCtx, renewToken, revokeOtherSessions, type Session } from './sessions.ts';
import { type Count, countCode, countWrongIn, giveBack, limitOfSession, type SignInTry } from './tries.ts';

/**
 * The length of an authenticator app's secret, in bytes. It equals the 160 bits that RFC 4226, section 4, recommends.
 */
const SECRET_BYTES = 20;
const CODES = 10;
/**
 * The bytes of a recovery code: 120 bits, 24 letters. From 112 bits on, a plain hash is enough (OWASP ASVS 5.0, 6.5.2).
 */
const RECOVERY_BYTES = 15;
const RECOVERY_GROUPS = /.{6}/g;

interface SecondFactorState {
  readonly on: boolean;
  readonly codesLeft: number;
  /** True if some of the recovery codes have only 50 bits, because an older version of Docket created them. */
  readonly codesAreShort: boolean;
  readonly isLost: boolean;
}

export const wrongCode = (): AppError => new AppError({ rule: 'wrong_code' });

export const hasSecondFactor = (db: Db, personSeq: number): boolean => findFactor(db, personSeq)?.confirmedAt != null;

const factors = prepared((db) =>
  db
    .select()
    .from(secondFactors)
    .where(eq(secondFactors.personSeq, given('personSeq')))
    .prepare(),
);

const findFactor = (db: Db, personSeq: number) => factors(db).get({ personSeq });

const unused = (personSeq: number) => and(eq(recoveryCodes.personSeq, personSeq), isNull(recoveryCodes.usedAt));

export function readSecondFactor(storage: Storage, session: Session): SecondFactorState {
  const { seq } = session.person;
  const left = storage.read.select({ isShort: recoveryCodes.isShort }).from(recoveryCodes).where(unused(seq)).all();
  const codesAreShort = left.some(({ isShort }) => isShort);
  return {
    on: hasSecondFactor(storage.read, seq),
    codesLeft: left.length,
    codesAreShort,
    isLost: isFactorLost(storage, seq),
  };
}

/** Returns true if no seal key here decrypts the secret of a person's app. Only recovery codes work then. */
export function isFactorLost({ read, secrets }: Storage, personSeq: number): boolean {
  const found = findFactor(read, personSeq);
  return found !== undefined && secrets.open(found.secret, sealedFor.factor(personSeq)) === undefined;
}

export function listLostFactors({ read, secrets }: Pick<Storage, 'read' | 'secrets'>): string[] {
  const rows = read
    .selectDistinct({ email: people.email })
    .from(secondFactors)
    .innerJoin(people, eq(people.seq, secondFactors.personSeq))
    .innerJoin(memberships, eq(memberships.personSeq, people.seq))
    .where(secrets.isLost(secondFactors.secret))
    .orderBy(asc(people.seq))
    .all();
  return rows.map(({ email }) => email);
}

/**
 * Creates a secret in base32, which is not active until a code proves that the app has it.
 * @throws factor_state if the factor is already on
 */
export async function beginSecondFactor({
  storage,
  random,
  session,
}: PersonCtx & Pick<World, 'random'>): Promise<string> {
  const secret = toBase32(random.bytes(SECRET_BYTES));
  const personSeq = session.person.seq;
  return storage.write((tx) => {
    if (hasSecondFactor(tx.db, personSeq)) throw new AppError({ rule: 'factor_on' });
    tx.db.delete(secondFactors).where(eq(secondFactors.personSeq, personSeq)).run();
    const sealed = tx.secrets.seal(secret, sealedFor.factor(personSeq));
    tx.db.insert(secondFactors).values({ personSeq, secret: sealed, confirmedAt: null, lastStep: 0 }).run();
    return secret;
  });
}

/**
 * Turns the second factor on after a right code. Ends all other sessions, because they signed in without a code.
 * @throws wrong_code, rate_limited, factor_state
 */
export async function confirmSecondFactor(
  { storage, random, throttle, session }: PersonCtx & SignInCtx,
  code: string,
): Promise<{ readonly codes: string[]; readonly token: string }> {
  const limit = limitOfSession('code', session);
  throttle.spend([limit]);
  const made = await storage.write((tx) => {
    const found = findFactor(tx.db, session.person.seq);
    if (found === undefined || found.confirmedAt !== null) throw new AppError({ rule: 'factor_not_begun' });
    if (!spendTimeCode(tx, session.person.seq, code)) throw wrongCode();
    const where = eq(secondFactors.personSeq, session.person.seq);
    tx.db.update(secondFactors).set({ confirmedAt: tx.now }).where(where).run();
    revokeOtherSessions(tx, session.person.seq, session.seq);
    const codes = keepCodes(tx, session, newCodes(random), 'person.second_factor_on');
    return { codes, token: renewToken(tx, random, session.seq) };
  });
  giveBack(throttle, { own: limit, all: [limit] });
  return made;
}

/**
 * Replaces the recovery codes, and returns the new ones.
 * @throws factor_state if the factor is off, and whatever `withCode` throws
 */
export async function renewRecoveryCodes(ctx: PersonCtx & SignInCtx, code: string): Promise<string[]> {
  const { storage, random, session } = ctx;
  if (!hasSecondFactor(storage.read, session.person.seq)) throw new AppError({ rule: 'factor_off' });
  return withCode(ctx, code, (tx) => keepCodes(tx, session, newCodes(random), 'person.recovery_codes_made'));
}

/** @throws factor_state if the factor is off, and whatever `withCode` throws */
export async function turnOffSecondFactor(ctx: PersonCtx & ThrottleCtx, code: string): Promise<void> {
  const { person } = ctx.session;
  if (!hasSecondFactor(ctx.storage.read, person.seq)) throw new AppError({ rule: 'factor_off_already' });
  return withCode(ctx, code, (tx) => removeSecondFactor(tx, person, { type: 'person', id: person.id }));
}

/**
 * Checks a second-factor code before a person changes how they sign in.
 * @throws code_needed, and whatever `withCode` throws
 */
export async function takeCode(ctx: PersonCtx & ThrottleCtx, code: string | undefined): Promise<void> {
  if (!hasSecondFactor(ctx.storage.read, ctx.session.person.seq)) return;
  if (code === undefined) throw codeNeeded();
  await withCode(ctx, code, () => undefined);
}

/**
 * Uses up an app's code or a recovery code, and runs `act` in the same transaction.
 * @throws wrong_code, rate_limited
 */
async function withCode<T>(
  { storage, throttle, session }: PersonCtx & ThrottleCtx,
  code: string,
  act: (tx: Tx) => T,
): Promise<T> {
  const limit = limitOfSession('code', session);
  throttle.spend([limit]);
  const { person } = session;
  const isWornOut = once(() => countWrongIn(throttle, session));
  const done = await storage.write((tx) => {
    if (spendCode(tx, person.seq, code)) return { data: act(tx) };
    // An error thrown here would undo the record of the wrong code, so the error is thrown after the transaction.
    writeOwnAudit(tx, person, { actor: { type: 'person', id: person.id }, action: 'person.wrong_code' });
    if (isWornOut()) endGuessing(tx, session);
    return undefined;
  });
  if (done === undefined) throw wrongCode();
  giveBack(throttle, { own: limit, all: [limit] });
  return done.data;
}

/**
 * Removes the second factor of a person who has lost the app and the recovery codes. A server command calls this.
 * @returns true if the person had a second factor
 */
export function dropSecondFactor({ storage, actor }: ActorCtx, person: PersonRow): Promise<boolean> {
  return storage.write((tx) => {
    if (!hasSecondFactor(tx.db, person.seq)) return false;
    removeSecondFactor(tx, person, actor);
    return true;
  });
}

function removeSecondFactor(tx: Tx, person: PersonRow, actor: Actor): void {
  tx.db.delete(secondFactors).where(eq(secondFactors.personSeq, person.seq)).run();
  tx.db.delete(recoveryCodes).where(eq(recoveryCodes.personSeq, person.seq)).run();
  writeOwnAudit(tx, person, { actor, action: 'person.second_factor_off' });
}

const codeNeeded = (): AppError => new AppError({ rule: 'code_needed' });

/**
 * Counts an attempt at the second factor before the code is checked. After a right code, the caller must call
 * `giveBack` with the returned count. Returns undefined if the person has no second factor.
 * @throws code_needed if there is no code; rate_limited
 */
export function countCodeTry(
  { storage, throttle }: { readonly storage: Storage } & ThrottleCtx,
  { person, code, at }: { readonly person: PersonRow; readonly code: string | undefined; readonly at: SignInTry },
): Count | undefined {
  if (!hasSecondFactor(storage.read, person.seq)) return undefined;
  if (code === undefined) throw codeNeeded();
  return countCode({ storage, throttle }, at, person);
}

/**
 * Checks a second factor's code and uses it up. Returns true if the code is right, or none is needed.
 * @throws code_needed
 */
export function passesSecondFactor(tx: Tx, person: PersonRow, code: string | undefined): boolean {
  if (!hasSecondFactor(tx.db, person.seq)) return true;
  if (code === undefined) throw codeNeeded();
  return spendCode(tx, person.seq, code);
}

const spendCode = (tx: Tx, personSeq: number, code: string): boolean =>
  spendTimeCode(tx, personSeq, code) || spendRecoveryCode(tx, personSeq, code);

/**
 * Uses up a code from the person's authenticator app. The code is valid only within its own 30 seconds (OWASP ASVS 5.0,
 * 6.5.5). Neither that code nor an earlier one is accepted again (RFC 6238, section 5.2).
 */
function spendTimeCode(tx: Tx, personSeq: number, text: string): boolean {
  const found = findFactor(tx.db, personSeq);
  const code = text.replaceAll(/\s/g, '');
  const step = stepAt(tx.now);
  if (found === undefined || !/^\d{6}$/.test(code) || step <= found.lastStep) return false;
  const secret = tx.secrets.open(found.secret, sealedFor.factor(personSeq));
  if (secret === undefined || !sameSecret(codeAt(fromBase32(secret), step), code)) return false;
  tx.db.update(secondFactors).set({ lastStep: step }).where(eq(secondFactors.personSeq, personSeq)).run();
  return true;
}

const hashOf = (code: string): string => hashToken(code.toUpperCase().replaceAll(/[^A-Z2-7]/g, ''));

function spendRecoveryCode(tx: Tx, personSeq: number, text: string): boolean {
  const own = and(unused(personSeq), eq(recoveryCodes.codeHash, hashOf(text)));
  const spent = tx.db
    .update(recoveryCodes)
    .set({ usedAt: tx.now })
    .where(own)
    .returning({ hash: recoveryCodes.codeHash })
    .get();
  return spent !== undefined;
}

function newCodes(random: Random): string[] {
  return Array.from({ length: CODES }, () => {
    const letters = toBase32(random.bytes(RECOVERY_BYTES)).toLowerCase();
    return (letters.match(RECOVERY_GROUPS) ?? []).join('-');
  });
}

function keepCodes(tx: Tx, session: Session, codes: string[], action: AuditAction): string[] {
  const { person } = session;
  tx.db.delete(recoveryCodes).where(eq(recoveryCodes.personSeq, person.seq)).run();
  for (const code of codes) {
    tx.db
      .insert(recoveryCodes)
      .values({ personSeq: person.seq, codeHash: hashOf(code), isShort: false, usedAt: null })
      .run();
  }
  writeOwnAudit(tx, person, { actor: { type: 'person', id: person.id }, action });
  return codes;
}
