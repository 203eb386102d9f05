import { api, ask } from '../../data/api.ts';
import { me, refreshMe, signOut } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { ago } from '../../ui/format.ts';
import { LANGUAGES } from '../../ui/guest-parts.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSendings } from '../../ui/sending.ts';
import { useTitle } from '../../ui/use-title.ts';
import type { Language } from '../../words/language.ts';
import { words } from '../../words/words.ts';
import { AddressNote } from './address-note.tsx';
import { FactorSection } from './factor-section.tsx';
import { NameForm } from './name-form.tsx';
import { PasskeySection } from './passkey-section.tsx';
import { PasswordForm } from './password-form.tsx';

type Patch = { language?: Language; theme?: 'system' | 'light' | 'dark' };

export function AccountPage() {
  const { data, error, reload } = useLoaded(() => ask(api.sessions.get()), 'sessions');
  const sendings = useSendings();
  const person = me.value?.person;
  const w = words.value;
  useTitle(w.account);
  const change = (patch: Patch): void => {
    // The last choice counts and does not wait for the previous one.
    sendings.of(JSON.stringify(patch)).begin(() => ask(api.account.post(patch)).then(refreshMe));
  };
  const ended = () => refreshMe().then(reload);
  const endOthers = () => ask(api.sessions['revoke-others'].post({})).then(ended);
  const end = (id: string) => ask(api.sessions.revoke.post({ id })).then(ended);
  const themes = [
    { value: 'system', text: w.themeSystem },
    { value: 'light', text: w.themeLight },
    { value: 'dark', text: w.themeDark },
  ] as const;
  return (
    <div class="settings-page">
      <div class="head account-head">
        <PageTitle>{w.account}</PageTitle>
        <p class="lead">{person?.email}</p>
        <ActButton sending={sendings.of('sign-out')} act={signOut}>
          {w.signOut}
        </ActButton>
      </div>
      <AddressNote />
      <Problem error={sendings.error} />
      <Problem error={error} />
      <section>
        <h2>{w.person.self}</h2>
        <NameForm />
        <div class="fields">
          <ChoiceMenu
            label={w.person.language}
            value={person?.language === 'ru' ? 'ru' : 'en'}
            groups={[LANGUAGES]}
            choose={(language) => change({ language })}
          />
          <ChoiceMenu
            label={w.theme}
            value={person?.theme ?? 'system'}
            groups={[themes]}
            choose={(theme) => change({ theme })}
          />
        </div>
      </section>
      <section>
        <h2>{w.person.passwordTitle}</h2>
        <PasswordForm changed={reload} />
      </section>
      <FactorSection />
      <PasskeySection />
      <section>
        <h2>{w.person.sessions}</h2>
        <ul class="cards">
          {data?.sessions.map((session) => (
            <li key={session.id}>
              <span class="device" title={session.userAgent ?? undefined}>
                {session.device ?? '—'}
              </span>
              {!session.current && (
                <div class="card-actions">
                  <ActButton
                    sending={sendings.of(session.id)}
                    class="quiet"
                    aria-label={`${w.person.endSession}: ${session.device ?? session.address ?? '—'}`}
                    act={() => end(session.id)}
                  >
                    {w.person.endSession}
                  </ActButton>
                </div>
              )}
              <span class="meta">
                {session.current ? w.person.thisDevice : `${w.person.lastSeen} ${ago(session.lastSeenAt)}`}
                {session.address !== null && ` · ${session.address}`}
              </span>
            </li>
          ))}
        </ul>
        {(data?.sessions.length ?? 0) > 1 && (
          <ActButton class="account-end-others" sending={sendings.of('others')} act={endOthers}>
            {w.person.endOthers}
          </ActButton>
        )}
      </section>
    </div>
  );
}
