import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { useEffect, useState } from 'preact/hooks';
import { callServer } from '../data/call-server.ts';
import { GivenUp, isRefusal, Refusal } from '../data/refusal.ts';
import { useAsked } from '../data/use-asked.ts';
import { Trouble } from '../ui/guest-parts.tsx';
import { useSending, useSendings } from '../ui/sending.ts';
import { inBoth } from '../words/language.ts';
import { PASSKEY_SIGN_IN_EN, PASSKEY_SIGN_IN_RU } from '../words/passkey-sign-in.ts';

const passkeyWords = inBoth(PASSKEY_SIGN_IN_EN, PASSKEY_SIGN_IN_RU);

/** The time after which a new challenge is fetched. A challenge is valid for five minutes. */
const RENEW_MS = 4 * 60_000;

function PasskeyTrouble({ error }: { readonly error: unknown }) {
  const w = passkeyWords.value;
  if (error instanceof Refusal && error.code !== 'passkey_refused') return <Trouble error={error} />;
  const text = error instanceof Refusal ? w.refused : isDeclined(error) ? w.declined : w.broken;
  return (
    <div class="problem" role="alert">
      <p>{text}</p>
    </div>
  );
}

interface WayProps {
  readonly label: string;
  /** Asks for a passkey. The promise settles when the browser is done. */
  readonly begin: () => Promise<void>;
  readonly busy: (isBusy: boolean) => void;
  /** The error of a passkey that the user chose from the suggestions in the e-mail field. */
  readonly trouble?: unknown;
}

/** Shows a button that asks for a passkey instead of the password. */
function Way({ label, begin, busy, trouble }: WayProps) {
  const sending = useSending();
  useEffect(() => stopAsking, []);
  const press = (): void =>
    sending.begin(async () => {
      busy(true);
      try {
        await begin();
      } catch (problem) {
        busy(false);
        throw isStopped(problem) ? new GivenUp() : problem;
      }
    });
  const shown = sending.error ?? trouble;
  return (
    <div class="passkey-way">
      <p class="or">
        <span>{passkeyWords.value.or}</span>
      </p>
      <button type="button" class="wide" disabled={sending.busy || sending.isDone} onClick={press}>
        {label}
      </button>
      {shown !== undefined && <PasskeyTrouble error={shown} />}
    </div>
  );
}

interface PasskeyPartProps {
  readonly signedIn: () => Promise<void> | void;
  readonly choices: () => { readonly remember: boolean };
}

export function PasskeyPart({ signedIn, choices }: PasskeyPartProps) {
  const [busy, setBusy] = useState(false);
  const begin = (inField: boolean): Promise<void> =>
    signWithPasskey('passkeys/sign-in', choices, inField).then(signedIn);
  const trouble = useFieldOffer(() => begin(true), busy);
  return <Way label={passkeyWords.value.signIn} begin={() => begin(false)} busy={setBusy} trouble={trouble} />;
}

/**
 * Offers passkeys in the field for the e-mail address, except while the sign-in with the passkey button is under way.
 * @returns the error if a passkey chosen in that field was refused
 */
function useFieldOffer(begin: () => Promise<void>, paused: boolean): unknown {
  const offers = useSendings();
  const { data: can = false } = useAsked(canFillIn, '');
  // biome-ignore lint/plugin: passkeys are offered for as long as the field is there.
  useEffect(() => {
    if (paused || !can) return offers.reset();
    let count = 0;
    const offer = (): void => {
      count += 1;
      // Each offer has its own id. A new offer replaces the previous one, which then ends.
      offers.of(`${count}`).begin(() =>
        begin().catch((problem) => {
          // The browser offers passkeys unasked, so an error is shown only if a chosen passkey was refused.
          throw isRefusal(problem, 'passkey_refused') ? problem : new GivenUp();
        }),
      );
    };
    offer();
    const timer = setInterval(offer, RENEW_MS);
    return () => clearInterval(timer);
  }, [paused, can]);
  return offers.error;
}

export function PasskeyProof({ proved }: { readonly proved: () => void }) {
  const begin = (): Promise<void> => signWithPasskey('prove/passkey', () => ({})).then(proved);
  return <Way label={passkeyWords.value.prove} begin={begin} busy={() => undefined} />;
}

/** The path that accepts a passkey. The challenge for the passkey is requested below the same path. */
type Place = 'passkeys/sign-in' | 'prove/passkey';

/**
 * Sends a passkey's signature together with the fields that `more()` returns. `more` is called after the person has
 * chosen a passkey. With `inField`, the browser suggests passkeys without a window, and the call may wait for minutes.
 * @throws Refusal; the browser's error
 */
async function signWithPasskey(place: Place, more: () => object, inField = false): Promise<void> {
  const optionsJSON = await callServer<PublicKeyCredentialRequestOptionsJSON>(`${place}/begin`, {});
  const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: inField });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const assertion = { id, clientDataJSON, authenticatorData, signature, userHandle };
  await callServer(place, { ...more(), assertion });
}

const canFillIn = browserSupportsWebAuthnAutofill;

/**
 * Cancels the request for a passkey. The browser then closes its window for passkeys, or no longer suggests passkeys in
 * the field.
 */
const stopAsking = (): void => WebAuthnAbortService.cancelCeremony();

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** True if the person closed the browser's window for passkeys, or the window timed out. */
const isDeclined = (error: unknown): boolean => nameOf(error) === 'NotAllowedError';

/** Returns true if another request for a passkey replaced this one. */
const isStopped = (error: unknown): boolean => nameOf(error) === 'AbortError';
