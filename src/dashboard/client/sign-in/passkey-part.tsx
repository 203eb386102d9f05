import { useEffect, useRef, useState } from 'preact/hooks';
import { callServer } from '../call-server.ts';
import { language } from '../language.ts';
import { Refusal } from '../refusal.ts';
import { Trouble } from './guest-parts.tsx';
import { canFillIn, isDeclined, isStopped, signWithPasskey, stopAsking } from './passkey-calls.ts';
import { PASSKEY_SIGN_IN_EN, PASSKEY_SIGN_IN_RU } from './passkey-words.ts';

const wordsNow = () => (language.value === 'ru' ? PASSKEY_SIGN_IN_RU : PASSKEY_SIGN_IN_EN);

/** Before the challenge's own five minutes are over. */
const RENEW_MS = 4 * 60_000;

/** What went wrong with a passkey, in the reader's words. */
export function PasskeyTrouble({ error }: { readonly error: unknown }) {
  const w = wordsNow();
  if (error instanceof Refusal && error.code !== 'passkey_refused') return <Trouble error={error} />;
  const text = error instanceof Refusal ? w.refused : isDeclined(error) ? w.declined : w.broken;
  return (
    <div class="problem" role="alert">
      <p>{text}</p>
    </div>
  );
}

interface PasskeyPartProps {
  readonly signedIn: () => Promise<void> | void;
}

/** The way in without password and code; nothing where nobody has a passkey. Stands in the form whose choices it takes over. */
export function PasskeyPart({ signedIn }: PasskeyPartProps) {
  const [isOffered, setIsOffered] = useState(false);
  useEffect(() => {
    // Without an answer there is still the password.
    callServer<{ readonly origin: string | null }>('passkeys/offer').then(
      ({ origin }) => setIsOffered(origin === location.origin),
      () => undefined,
    );
  }, []);
  return isOffered ? <Offered signedIn={signedIn} /> : null;
}

function Offered({ signedIn }: PasskeyPartProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const w = wordsNow();
  const remember = (): object => {
    const form = ref.current?.closest('form');
    return { remember: form != null && new FormData(form).get('remember') !== null };
  };
  const begin = (inField: boolean): Promise<void> =>
    signWithPasskey('passkeys/sign-in', remember, inField).then(signedIn);
  const waitInField = (): void => {
    begin(true).catch((problem) => {
      // Of what one has not asked for, only what one has done is worth a word.
      if (problem instanceof Refusal && problem.code === 'passkey_refused') setError(problem);
    });
  };
  useEffect(() => {
    if (busy) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    let isGone = false;
    canFillIn().then((can) => {
      if (!can || isGone) return;
      waitInField();
      timer = setInterval(waitInField, RENEW_MS);
    });
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [busy]);
  useEffect(() => stopAsking, []);
  const press = (): void => {
    setBusy(true);
    setError(undefined);
    begin(false).catch((problem) => {
      setBusy(false);
      if (!isStopped(problem)) setError(problem);
    });
  };
  return (
    <div ref={ref} class="passkey-way">
      <p class="or">
        <span>{w.or}</span>
      </p>
      <button type="button" class="wide" disabled={busy} onClick={press}>
        {w.signIn}
      </button>
      {error !== undefined && <PasskeyTrouble error={error} />}
    </div>
  );
}

/** In place of the password once more, of who has a passkey. */
export function PasskeyProof({ proved }: { readonly proved: () => void }) {
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const w = wordsNow();
  useEffect(() => stopAsking, []);
  const press = (): void => {
    setBusy(true);
    setError(undefined);
    signWithPasskey('prove/passkey', () => ({})).then(proved, (problem) => {
      setBusy(false);
      if (!isStopped(problem)) setError(problem);
    });
  };
  return (
    <div class="passkey-way">
      <p class="or">
        <span>{w.or}</span>
      </p>
      <button type="button" class="wide" disabled={busy} onClick={press}>
        {w.prove}
      </button>
      {error !== undefined && <PasskeyTrouble error={error} />}
    </div>
  );
}
