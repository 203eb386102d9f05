import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { callServer } from '../data/call-server.ts';

/** The path that accepts a passkey. The challenge for the passkey is requested below the same path. */
type Place = 'passkeys/sign-in' | 'prove/passkey';

/**
 * Gets a signature from a passkey and sends it to the server.
 * @param more the other fields, read after the person has chosen
 * @param inField offers passkeys among the browser's suggestions instead of in a window; it may wait for minutes
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

/** Closes the browser's window for passkeys, or ends the offer among the browser's suggestions. */
export const stopAsking = (): void => WebAuthnAbortService.cancelCeremony();

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** True if the person closed the browser's window for passkeys, or the window timed out. */
export const isDeclined = (error: unknown): boolean => nameOf(error) === 'NotAllowedError';

/** Returns true if another request for a passkey replaced this one. */
export const isStopped = (error: unknown): boolean => nameOf(error) === 'AbortError';
