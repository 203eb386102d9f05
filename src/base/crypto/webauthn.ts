/** Checks the responses of passkeys according to Web Authentication Level 3, sections 7.1 and 7.2. */

import type { PasskeySite } from './passkey-site.ts';

/** A browser's response with a new passkey. Binary values are base64url without padding. */
export interface Attestation {
  readonly clientDataJSON: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
}

export interface Assertion {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
  readonly userHandle?: string | undefined;
}

interface NewCredential {
  readonly credentialId: string;
  /** The public key in COSE form (RFC 9052). */
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  /** True if the passkey is stored in more than one place. */
  readonly synced: boolean;
}

/** ES256, EdDSA and RS256 (IANA's COSE registry). Every device in use supports one of them. */
export const ALGORITHMS = [-7, -8, -257];

/** The longest id that a device may give a passkey, in bytes (Web Authentication Level 3, section 7.1). */
const MOST_ID_BYTES = 1_023;

/** Loads the library on demand, because only users of passkeys need its half a megabyte. */
const load = () => import('@simplewebauthn/server');

/**
 * Returns the signed challenge, as the browser recorded it. Undefined if there is none, or if it was signed inside
 * another page's frame.
 */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(
      new TextDecoder().decode(Uint8Array.fromBase64(clientDataJSON, { alphabet: 'base64url' })),
    );
    if (typeof data !== 'object' || data === null || !('challenge' in data)) return undefined;
    const isFramed = ('crossOrigin' in data && data.crossOrigin === true) || 'topOrigin' in data;
    return typeof data.challenge === 'string' && !isFramed ? data.challenge : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a new passkey; undefined if faulty. The caller must check that `challenge` is Docket's own and still valid. */
export async function readAttestation(
  { clientDataJSON, attestationObject, transports }: Attestation,
  challenge: string,
  site: PasskeySite,
): Promise<NewCredential | undefined> {
  try {
    const { verifyRegistrationResponse } = await load();
    const { registrationInfo: found } = await verifyRegistrationResponse({
      response: {
        // The signed data identifies the credential, so this id is only a placeholder.
        id: 'new',
        rawId: 'new',
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject: await withoutStatement(attestationObject) },
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (found === undefined) return undefined;
    const { id: credentialId, publicKey, counter } = found.credential;
    const idBytes = Uint8Array.fromBase64(credentialId, { alphabet: 'base64url' }).length;
    if (idBytes === 0 || idBytes > MOST_ID_BYTES) return undefined;
    return { credentialId, publicKey, counter, transports, synced: found.credentialBackedUp };
  } catch {
    return undefined;
  }
}

/**
 * Removes the maker's attestation statement, which some devices send unasked. Docket does not verify the statement,
 * because it would need certificates and requests to the addresses in them.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
  const bare = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare));
}

interface CheckedAssertion {
  /** The device's count of its signatures; 0 if it does not count. */
  readonly counter: number;
  readonly synced: boolean;
}

/**
 * Checks that a passkey with this public key signed `challenge` for `site` and verified its user. Returns undefined
 * otherwise. After success, the caller must check in one transaction that the challenge is unused and `counter` has
 * grown.
 */
export async function readAssertion(
  { id, ...response }: Assertion,
  challenge: string,
  site: PasskeySite,
  publicKey: Uint8Array,
): Promise<CheckedAssertion | undefined> {
  try {
    const { verifyAuthenticationResponse } = await load();
    const { verified, authenticationInfo: found } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: withoutHandle(response) },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification: true,
    });
    return verified ? { counter: found.newCounter, synced: found.credentialBackedUp } : undefined;
  } catch {
    return undefined;
  }
}

const withoutHandle = ({ clientDataJSON, authenticatorData, signature }: Omit<Assertion, 'id'>) => ({
  clientDataJSON,
  authenticatorData,
  signature,
});
