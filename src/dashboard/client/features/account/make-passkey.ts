import { startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { api, ask } from '../../data/api.ts';

const own = api.account.passkeys;

export const loadPasskeys = () => ask(own.get());

export type Passkey = Awaited<ReturnType<typeof loadPasskeys>>['passkeys'][number];

/** @param given the code, if the person has an authenticator app */
export const beginPasskey = (given: { readonly code?: string }) => ask(own.begin.post(given));

export type PasskeyOptions = Awaited<ReturnType<typeof beginPasskey>>;

/** @throws Refusal; the browser's error */
export async function makePasskey(optionsJSON: PasskeyOptions) {
  const { response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return ask(own.post({ attestation: { clientDataJSON, attestationObject, transports } }));
}

type MakingTrouble = 'declined' | 'already' | 'unable';

export function troubleOf(error: unknown): MakingTrouble | undefined {
  if (!(error instanceof WebAuthnError)) return error instanceof DOMException ? 'unable' : undefined;
  if (error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'already';
  return error.name === 'NotAllowedError' || error.name === 'AbortError' ? 'declined' : 'unable';
}
