import { and, eq } from 'drizzle-orm';
import { type Assertion, challengeIn, once, type PasskeySite, readAssertion } from '../../base/index.ts';
import { type Db, passkeys, people, type Storage, type Tx } from '../../storage/index.ts';
import { writeOwnAudit } from '../../workspaces/index.ts';
import { CHALLENGE_MS } from '../challenges.ts';
import type { MailingCtx, PasskeyCtx, SignInCtx } from '../context.ts';
import { mayMailNewDevice, noteDevice } from '../devices.ts';
import { listMemberships, noteProof, type PersonCtx } from '../sessions.ts';
import { giveBack, limitOfSession, type SignInTry } from '../tries.ts';
import { beginSession } from '../visits.ts';
import { handleOf } from './add-passkey.ts';
import { descriptorsOf, refused } from './passkey.ts';

/**
 * Returns the options for signing in with any passkey (PublicKeyCredentialRequestOptionsJSON). The person chooses the
 * passkey on their device.
 */
export const beginPasskeySignIn = ({ site, challenges }: PasskeyCtx) =>
  requestOf(site, challenges.issue('sign_in', null), []);

export const beginPasskeyProof = ({ storage, session: { person }, site, challenges }: PersonCtx & PasskeyCtx) =>
  requestOf(site, challenges.issue('prove', person.seq), descriptorsOf(storage.read, person.seq, site));

const requestOf = (site: PasskeySite, challenge: string, allowCredentials: ReturnType<typeof descriptorsOf>) => ({
  challenge,
  rpId: site.rpId,
  timeout: CHALLENGE_MS,
  allowCredentials,
  userVerification: 'required' as const,
});

interface PasskeyTry {
  readonly assertion: Assertion;
  readonly remember: boolean;
  /**
   * The attempt, counted against the network or the browser. It need not count against the account, because nobody can
   * guess a passkey's signature.
   */
  readonly at: SignInTry;
  /** Receives the id of the passkey's person, even if the sign-in is refused. */
  readonly noteTried: (personId: string) => void;
}

/**
 * Begins a session for a person who holds a passkey and can unlock it. These are two factors, so no password or code is
 * needed.
 * @returns the token for the cookie
 * @throws passkey_refused
 */
export async function signInByPasskey(
  { storage, random, throttle, log, site, challenges }: SignInCtx & MailingCtx & PasskeyCtx,
  { assertion, remember, at: { device, spent }, noteTried }: PasskeyTry,
): Promise<string> {
  const signed = await verify(storage, site, assertion, noteTried);
  if (signed === undefined || !challenges.spend('sign_in', null, signed.challenge)) throw refused();
  const { person } = signed;
  const home = listMemberships(storage, person.seq)[0]?.workspace;
  const mayMail = once(() => mayMailNewDevice({ throttle, log }, person, home));
  const token = await storage.write((tx) => {
    if (!takeSigned(tx, signed, 'sign_in')) return undefined;
    noteDevice(tx, { person, by: 'passkey', device, home, mayMail });
    return beginSession(tx, random, person, { remembered: remember, device, passkeyName: signed.name });
  });
  if (token === undefined) throw refused();
  const [own] = spent;
  if (own !== undefined) giveBack(throttle, { own, all: spent });
  return token;
}

/**
 * Accepts a passkey instead of the password when a signed-in person must prove again who they are. Returns a new cookie
 * token, or undefined if another tab was quicker.
 * @throws passkey_refused, rate_limited
 */
export async function proveByPasskey(
  { storage, random, throttle, site, challenges, session }: PersonCtx & SignInCtx & PasskeyCtx,
  assertion: Assertion,
): Promise<string | undefined> {
  const limit = limitOfSession('passkey', session);
  throttle.spend([limit]);
  const signed = await verify(storage, site, assertion);
  if (signed?.person.seq !== session.person.seq) throw refused();
  if (!challenges.spend('prove', session.person.seq, signed.challenge)) throw refused();
  const proved = await storage.write((tx) => {
    if (!takeSigned(tx, signed, 'prove')) return undefined;
    return { token: noteProof(tx, random, session, signed.name) };
  });
  if (proved === undefined) throw refused();
  giveBack(throttle, { own: limit, all: [limit] });
  return proved.token;
}

const findPasskey = (db: Db, site: PasskeySite, credentialId: string) =>
  db
    .select({
      seq: passkeys.seq,
      name: passkeys.name,
      publicKey: passkeys.publicKey,
      person: { seq: people.seq, id: people.id, email: people.email, language: people.language },
    })
    .from(passkeys)
    .innerJoin(people, eq(people.seq, passkeys.personSeq))
    .where(and(eq(passkeys.credentialId, credentialId), eq(passkeys.rpId, site.rpId)))
    .get();

/** Checks a device's signature. The caller must still check the challenge and the counter. */
async function verify(
  storage: Storage,
  site: PasskeySite,
  assertion: Assertion,
  noteTried: (personId: string) => void = () => undefined,
) {
  const challenge = challengeIn(assertion.clientDataJSON);
  const found = findPasskey(storage.read, site, assertion.id);
  if (found !== undefined) noteTried(found.person.id);
  if (challenge === undefined || found === undefined) return undefined;
  const { publicKey, ...passkey } = found;
  const checked = await readAssertion(assertion, challenge, site, publicKey);
  return checked && { ...passkey, ...checked, challenge, handle: assertion.userHandle };
}

type VerifiedSignature = NonNullable<Awaited<ReturnType<typeof verify>>>;

/**
 * Accepts a signature. A counter that does not grow indicates a copied passkey (Web Authentication Level 3, 6.1.1).
 * @returns true if the signature is valid; never throws, because an error would undo the audit entry about a copied
 * passkey
 */
function takeSigned(
  tx: Tx,
  { seq, name, person, handle, counter, synced }: VerifiedSignature,
  purpose: 'sign_in' | 'prove',
): boolean {
  // At sign-in the user handle is required. Elsewhere the device got a list of passkeys, and may omit the handle.
  if (handle === undefined ? purpose === 'sign_in' : handle !== handleOf(person)) return false;
  // The passkey may have been removed during the check of the signature.
  const kept = tx.db.select({ counter: passkeys.counter }).from(passkeys).where(eq(passkeys.seq, seq)).get();
  if (kept === undefined) return false;
  if ((counter > 0 || kept.counter > 0) && counter <= kept.counter) {
    const changes = { passkey: { from: name, to: name }, counter: { from: kept.counter, to: counter } };
    writeOwnAudit(tx, person, { actor: { type: 'person', id: person.id }, action: 'person.passkey_copied', changes });
    return false;
  }
  tx.db.update(passkeys).set({ counter, synced, lastUsedAt: tx.now }).where(eq(passkeys.seq, seq)).run();
  return true;
}
