import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { callServer } from '../data/call-server.ts';

/** Where a passkey is taken; a challenge for it is to be had below the same path. */
type Place = 'passkeys/sign-in' | 'prove/passkey';

/**
 * Has a passkey sign, and shows the server what it signed.
 *
 * @param more what else goes with it, asked for when the person has chosen
 * @param inField offered among what the browser fills in, in place of a window; it may wait for minutes
 * @throws Refusal; what the browser threw
 */
export async function signWithPasskey(place: Place, more: () => object, inField = false): Promise<void> {
  const optionsJSON = await callServer<PublicKeyCredentialRequestOptionsJSON>(`${place}/begin`, {});
  const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: inField });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const assertion = { id, clientDataJSON, authenticatorData, signature, userHandle };
  await callServer(place, { ...more(), assertion });
}

export const canFillIn = browserSupportsWebAuthnAutofill;

/** Takes the browser's window away, or the offer among what it fills in. */
export const stopAsking = (): void => WebAuthnAbortService.cancelCeremony();

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** The person closed the browser's window, or let its time pass. */
export const isDeclined = (error: unknown): boolean => nameOf(error) === 'NotAllowedError';

/** Something else was asked meanwhile. */
export const isStopped = (error: unknown): boolean => nameOf(error) === 'AbortError';
