import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { callServer } from '../data/call-server.ts';

/** The path that takes a passkey; its challenge is requested below the same path. */
type Place = 'passkeys/sign-in' | 'prove/passkey';

/**
 * Has a passkey sign, and sends the server the signature.
 *
 * @param more the other fields, read when the person has chosen
 * @param inField offers it among the browser's suggestions instead of a window; it may wait for minutes
 * @throws Refusal; the browser's error
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
