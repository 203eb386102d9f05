import { count, eq } from 'drizzle-orm';
import {
  ALGORITHMS,
  AppError,
  type Attestation,
  challengeIn,
  readAttestation,
  tokenText,
  uuidToBytes,
} from '../../base/index.ts';
import { type Db, passkeys } from '../../storage/index.ts';
import { type ActorCtx, writeOwnAudit } from '../../workspaces/index.ts';
import { CHALLENGE_MS } from '../challenges.ts';
import type { PasskeyCtx } from '../context.ts';
import type { PersonCtx } from '../sessions.ts';
import { descriptorsOf, refused } from './passkey.ts';

const MOST = 20;
const SELECTION = { residentKey: 'required', requireResidentKey: true, userVerification: 'required' } as const;
/** The site's name in the browser's dialog. */
const PLACE = 'Docket';

function refuseFull(db: Db, personSeq: number): void {
  const own = db.select({ n: count() }).from(passkeys).where(eq(passkeys.personSeq, personSeq)).get();
  if ((own?.n ?? 0) < MOST) return;
  throw new AppError({ rule: 'passkeys_full', most: MOST });
}

/**
 * Returns PublicKeyCredentialCreationOptionsJSON. A device that already has a passkey creates no second one.
 * @throws passkey_state if the person has 20
 */
export async function beginPasskey({ storage, session: { person }, site, challenges }: PersonCtx & PasskeyCtx) {
  refuseFull(storage.read, person.seq);
  return {
    challenge: challenges.issue('register', person.seq),
    rp: { id: site.rpId, name: PLACE },
    // The id is not a secret. The browser shows e-mail and name in its dialog for choosing among several passkeys.
    user: { id: handleOf(person), name: person.email, displayName: person.name ?? person.email },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: CHALLENGE_MS,
    attestation: 'none' as const,
    excludeCredentials: descriptorsOf(storage.read, person.seq, site),
    authenticatorSelection: SELECTION,
  };
}

export const handleOf = (person: { readonly id: string }): string => tokenText(uuidToBytes(person.id));

/**
 * Adds a passkey that a device has created, and returns the passkey's id.
 * @throws passkey_refused; passkey_state if the passkey exists already, or the person has 20
 */
export async function addPasskey(
  { storage, session: { person }, site, challenges, actor }: PersonCtx & ActorCtx & PasskeyCtx,
  { attestation, name }: { readonly attestation: Attestation; readonly name: string },
): Promise<string> {
  const challenge = challengeIn(attestation.clientDataJSON);
  const made = challenge === undefined ? undefined : await readAttestation(attestation, challenge, site);
  if (challenge === undefined || made === undefined) throw refused();
  if (!challenges.spend('register', person.seq, challenge)) throw refused();
  return storage.write((tx) => {
    refuseFull(tx.db, person.seq);
    const { credentialId, publicKey, counter, transports, synced } = made;
    const known = eq(passkeys.credentialId, credentialId);
    if (tx.db.select({ seq: passkeys.seq }).from(passkeys).where(known).get() !== undefined) {
      throw new AppError({ rule: 'passkey_known' });
    }
    const id = tx.newId();
    const row = { id, personSeq: person.seq, credentialId, publicKey, counter, synced, name };
    tx.db
      .insert(passkeys)
      .values({ ...row, rpId: site.rpId, transports: JSON.stringify(transports), createdAt: tx.now, lastUsedAt: null })
      .run();
    const changes = { passkey: { from: null, to: name } };
    writeOwnAudit(tx, person, { actor, action: 'person.passkey_added', changes });
    return id;
  });
}
