import { useState } from 'preact/hooks';
import { api, ask } from './api.ts';
import { Problem } from './parts.tsx';
import { refreshMe, words } from './state.ts';

export function SignInPage() {
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const form = new FormData(event.currentTarget);
    const text = (name: string): string => String(form.get(name) ?? '');
    setBusy(true);
    try {
      const remember = form.get('remember') !== null;
      await ask(api['sign-in'].post({ email: text('email'), password: text('password'), remember }));
      await refreshMe();
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  return (
    <main class="narrow">
      <h1>{words.value.signInTitle}</h1>
      <form onSubmit={submit}>
        <label>
          {words.value.email}
          <input name="email" type="email" autocomplete="username" required autofocus />
        </label>
        <label>
          {words.value.password}
          <input name="password" type="password" autocomplete="current-password" required />
        </label>
        <label class="check">
          <input name="remember" type="checkbox" /> {words.value.remember}
        </label>
        {error !== undefined && <Problem error={error} />}
        <button type="submit" class="main wide" disabled={busy}>
          {words.value.signIn}
        </button>
      </form>
      <p class="meta">{words.value.forgot}</p>
    </main>
  );
}
