import { useEffect, useState } from 'preact/hooks';
import { callServer } from '../call-server.ts';
import { Refusal } from '../refusal.ts';
import { GuestPage, Trouble } from '../sign-in/guest-parts.tsx';
import { guestWords } from '../sign-in/guest-words.ts';
import { NewPasswordField } from './fields.tsx';
import { NoLink } from './no-link.tsx';
import { fieldProblem, setupWords } from './setup-words.ts';
import { useLink } from './use-link.ts';

export function ResetPage() {
  const { token, state, check, refuse } = useLink<{ readonly email: string; readonly passkeys: number }>('reset');
  const w = setupWords.value;
  useEffect(() => {
    document.title = `${w.resetTitle} · Docket`;
  }, [w]);
  if (state.is === 'checking') return <p class="loading">{guestWords.value.loading}</p>;
  return (
    <GuestPage>
      {state.is === 'missing' && <NoLink title={w.resetTitle} what={w.resetNoLink} command={w.resetCommand} />}
      {state.is === 'refused' && <NoLink title={w.badLinkTitle} what={w.badLink} command={w.resetCommand} />}
      {state.is === 'unknown' && <Trouble error={state.error} retry={check} />}
      {state.is === 'good' && <ResetForm {...{ token, refuse }} {...state.about} />}
    </GuestPage>
  );
}

interface ResetFormProps {
  readonly token: string;
  readonly email: string;
  /** How many of them go on opening the account. */
  readonly passkeys: number;
  readonly refuse: (error: unknown) => void;
}

function ResetForm({ token, email, passkeys, refuse }: ResetFormProps) {
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const w = setupWords.value;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(form instanceof HTMLFormElement)) return;
    setBusy(true);
    setError(undefined);
    try {
      await callServer('reset', { token, password: String(new FormData(form).get('password') ?? '') });
      location.replace('/app');
    } catch (problem) {
      setBusy(false);
      if (problem instanceof Refusal && problem.code === 'not_found') return refuse(problem);
      setError(problem);
    }
  };
  const problem = fieldProblem(error, 'password');
  return (
    <>
      <h1>{w.resetTitle}</h1>
      <p class="lead">
        {w.resetFor} <strong>{email}</strong>
      </p>
      <form onSubmit={submit}>
        {/* For the password manager, which keeps a password with its name. */}
        <input type="hidden" name="username" autocomplete="username" value={email} />
        <NewPasswordField name="password" label={w.newPassword} problem={problem} />
        {error !== undefined && problem === undefined && <Trouble error={error} />}
        <button type="submit" class="main wide" disabled={busy}>
          {w.resetSubmit}
        </button>
      </form>
      <p class="meta">
        {w.resetNote} {passkeys > 0 && w.resetPasskeys}
      </p>
    </>
  );
}
