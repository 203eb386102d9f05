import { useEffect, useState } from 'preact/hooks';
import { callServer } from '../call-server.ts';
import { language } from '../language.ts';
import { Refusal } from '../refusal.ts';
import { focusFirst, GuestPage, Trouble } from '../sign-in/guest-parts.tsx';
import { guestWords } from '../sign-in/guest-words.ts';
import { Field, NewPasswordField } from './fields.tsx';
import { NoLink } from './no-link.tsx';
import { fieldProblem, setupWords } from './setup-words.ts';
import { useLink } from './use-link.ts';

const guessedZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** All that the browser knows; the guess and UTC are added, for not every browser lists them. */
const zones = (): string[] => [...new Set([guessedZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted();

export function SetupPage() {
  const { token, state, check, refuse } = useLink<object>('setup');
  const w = setupWords.value;
  useEffect(() => {
    document.title = `${w.title} · Docket`;
  }, [w]);
  if (state.is === 'checking') return <p class="loading">{guestWords.value.loading}</p>;
  return (
    <GuestPage>
      {state.is === 'missing' && <NoLink title={w.title} what={w.noLink} command={w.setupCommand} />}
      {state.is === 'refused' && <NoLink title={w.badLinkTitle} what={w.badLink} command={w.setupCommand} />}
      {state.is === 'unknown' && <Trouble error={state.error} retry={check} />}
      {state.is === 'good' && <SetupForm token={token} refuse={refuse} />}
    </GuestPage>
  );
}

function SetupForm({ token, refuse }: { readonly token: string; readonly refuse: (error: unknown) => void }) {
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const w = setupWords.value;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(form instanceof HTMLFormElement)) return;
    const text = (name: string): string => String(new FormData(form).get(name) ?? '');
    setBusy(true);
    setError(undefined);
    try {
      await callServer('setup', {
        ...{ token, workspace: text('name'), email: text('email'), password: text('password') },
        ...{ timeZone: text('timeZone'), language: language.value },
      });
      location.replace('/app');
    } catch (problem) {
      setBusy(false);
      if (problem instanceof Refusal && problem.code === 'not_found') return refuse(problem);
      setError(problem);
    }
  };
  const inFields = ['name', 'email', 'password', 'timeZone'].some((path) => fieldProblem(error, path) !== undefined);
  return (
    <>
      <h1>{w.title}</h1>
      <p class="lead">{w.lead}</p>
      <form onSubmit={submit}>
        <Field name="name" label={w.business} problem={fieldProblem(error, 'name')}>
          {(tied) => <input {...tied} required maxLength={200} autocomplete="organization" ref={focusFirst} />}
        </Field>
        <Field name="email" label={guestWords.value.email} problem={fieldProblem(error, 'email')}>
          {(tied) => <input {...tied} type="email" required maxLength={254} autocomplete="username" />}
        </Field>
        <NewPasswordField name="password" label={guestWords.value.password} problem={fieldProblem(error, 'password')} />
        <Field name="timeZone" label={w.timeZone} hint={w.timeZoneHint} problem={fieldProblem(error, 'timeZone')}>
          {(tied) => (
            <select {...tied}>
              {zones().map((zone) => (
                <option key={zone} value={zone} selected={zone === guessedZone()}>
                  {zone.replaceAll('_', ' ')}
                </option>
              ))}
            </select>
          )}
        </Field>
        {error !== undefined && !inFields && <Trouble error={error} />}
        <button type="submit" class="main wide" disabled={busy}>
          {w.submit}
        </button>
      </form>
    </>
  );
}
