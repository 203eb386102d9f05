import { useState } from 'preact/hooks';
import { api, ask } from '../api.ts';
import { Problem, useLoaded } from '../parts.tsx';
import { formatTime, me, refreshMe, words } from '../state.ts';
import { FactorSection } from './factor-section.tsx';
import { NameForm } from './name-form.tsx';
import { PasskeySection } from './passkey-section.tsx';
import { PasswordForm } from './password-form.tsx';

type Patch = { language?: 'en' | 'ru'; theme?: 'system' | 'light' | 'dark' };

export function AccountPage() {
  const { data, error, reload } = useLoaded(() => ask(api.sessions.get()), 'sessions');
  const [problem, setProblem] = useState<unknown>();
  const person = me.value?.person;
  const w = words.value;
  const act = (action: () => Promise<unknown>): void => {
    action().then(refreshMe).then(reload).catch(setProblem);
  };
  const change = (patch: Patch): void => act(() => ask(api.account.post(patch)));
  const signOut = (): void => {
    ask(api['sign-out'].post({})).then(refreshMe).catch(setProblem);
  };
  const choices = { system: w.themeSystem, light: w.themeLight, dark: w.themeDark };
  return (
    <>
      <div class="head">
        <h1>{w.account}</h1>
        <button type="button" onClick={signOut}>
          {w.signOut}
        </button>
      </div>
      <p class="lead">{person?.email}</p>
      {[problem, error].map((one, at) => one !== undefined && <Problem key={at} error={one} />)}
      <div class="fields">
        <label>
          {w.language}
          <select
            value={person?.language}
            onChange={(event) => change({ language: event.currentTarget.value === 'ru' ? 'ru' : 'en' })}
          >
            <option value="en">English</option>
            <option value="ru">Русский</option>
          </select>
        </label>
        <label>
          {w.theme}
          <select
            value={person?.theme}
            onChange={(event) => {
              const { value } = event.currentTarget;
              if (value === 'system' || value === 'light' || value === 'dark') change({ theme: value });
            }}
          >
            {Object.entries(choices).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      </div>
      <NameForm />
      <h2>{w.person.passwordTitle}</h2>
      <PasswordForm changed={reload} />
      <FactorSection />
      <PasskeySection />
      <div class="head">
        <h2>{w.sessions}</h2>
        {(data?.sessions.length ?? 0) > 1 && (
          <button type="button" onClick={() => act(() => ask(api.sessions['revoke-others'].post({})))}>
            {w.endOthers}
          </button>
        )}
      </div>
      <ul class="cards">
        {data?.sessions.map((session) => (
          <li key={session.id}>
            <span class="device" title={session.userAgent ?? undefined}>
              {session.device ?? '—'}
            </span>
            {!session.current && (
              <div class="key-actions">
                <button
                  type="button"
                  class="quiet"
                  aria-label={`${w.endSession}: ${session.device ?? session.address ?? '—'}`}
                  onClick={() => act(() => ask(api.sessions.revoke.post({ id: session.id })))}
                >
                  {w.endSession}
                </button>
              </div>
            )}
            <span class="meta">
              {session.current ? w.thisDevice : `${w.lastSeen} ${formatTime(session.lastSeenAt)}`} · {session.address}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
