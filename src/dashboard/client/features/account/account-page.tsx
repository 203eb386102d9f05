import { useState } from 'preact/hooks';
import { api, ask } from '../../data/api.ts';
import { me, type OwnChoice, refreshMe, saveOwn, signOut } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { atField } from '../../data/wrong-field.ts';
import { GuardedForm } from '../../parts/guarded-form.tsx';
import { NewPasswordField } from '../../parts/new-password-field.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { TextField } from '../../ui/field.tsx';
import { useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { ago, plural } from '../../ui/format.ts';
import { LANGUAGES } from '../../ui/guest-parts.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending, useSendings } from '../../ui/sending.ts';
import { useTitle } from '../../ui/use-title.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { CodeForm, CodesDialog, TurnOnDialog } from './factor-dialogs.tsx';
import { PasskeySection } from './passkey-section.tsx';

export function AccountPage() {
  const { data, error, reload } = useLoaded(() => ask(api.sessions.get()), 'sessions');
  const sendings = useSendings();
  const person = me.value?.person;
  const w = words.value;
  useTitle(w.account);
  const change = (choice: OwnChoice): void => {
    // A new choice is sent at once and does not wait for the previous one.
    sendings.of(JSON.stringify(choice)).begin(() => saveOwn(choice));
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
        <h2>{w.password}</h2>
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

function AddressNote() {
  const sending = useSending();
  if (me.value?.person.unproved !== true || !me.value.installation.mailsLinks) return null;
  const w = pageWords.value.people.address;
  const { isDone, error } = sending;
  return (
    <div class="note" role="status">
      <p>{isDone ? w.sent(me.value.person.email) : w.what}</p>
      {!isDone && (
        <ActButton sending={sending} act={() => ask(api.account.address.post({}))}>
          {w.send}
        </ActButton>
      )}
      <Problem error={error} />
    </div>
  );
}

function NameForm() {
  const form = useForm((text) => ask(api.account.post({ name: text('name') })).then(refreshMe));
  const w = words.value.person;
  return (
    <GuardedForm of={form} class="account-name">
      <TextField
        name="name"
        label={w.name}
        autocomplete="name"
        maxLength={200}
        defaultValue={me.value?.person.name ?? ''}
      />
      <FormActions action={w.saveName} done={w.nameSaved} />
    </GuardedForm>
  );
}

/** The form asks for the current password, so that an unlocked screen is not enough. */
function PasswordForm({ changed }: { readonly changed: () => void }) {
  const w = words.value.person;
  const form = useForm(async (text, written) => {
    const body = { present: text('present'), next: text('next') };
    await ask(api.account.password.post(body)).catch(atField('wrong_password', 'present', w.wrongPresent));
    written.reset();
    changed();
  });
  return (
    <GuardedForm of={form} class="narrow-form">
      <input type="hidden" name="username" autocomplete="username" value={me.value?.person.email} />
      <TextField name="present" label={w.present} type="password" autocomplete="current-password" required />
      <NewPasswordField name="next" label={w.next} />
      <FormActions action={w.change} done={w.changed} />
    </GuardedForm>
  );
}

const factor = api.account['second-factor'];

type Doing =
  | { readonly what: 'on'; readonly secret: string; readonly uri: string }
  | { readonly what: 'codes'; readonly codes: readonly string[] }
  | { readonly what: 'renew' | 'off' };

function FactorSection() {
  const { data, error, reload } = useLoaded(() => ask(factor.get()), 'second-factor');
  const [doing, setDoing] = useState<Doing>();
  const sending = useSending();
  const w = pageWords.value.factor;
  const close = (): void => {
    setDoing(undefined);
    reload();
    // The reader may have gained or lost access to a workspace that demands a second factor. So the signed-in person is
    // loaded again.
    void refreshMe().catch(() => undefined);
  };
  const begin = async (): Promise<void> => setDoing({ what: 'on', ...(await ask(factor.begin.post({}))) });
  const show = (codes: readonly string[]): void => setDoing({ what: 'codes', codes });
  const trouble = sending.error ?? error;
  return (
    <section>
      <h2>
        {w.title} {data !== undefined && <Chip tone={data.on ? 'good' : 'idle'}>{data.on ? w.on : w.off}</Chip>}
      </h2>
      <p class="lead">{w.what}</p>
      {data?.on === true && (
        <p class="meta">
          {plural(data.codesLeft, w.left)} {data.codesAreShort && w.short}
        </p>
      )}
      {data?.isLost === true && (
        <p class="problem" role="alert">
          {w.keyLost}
        </p>
      )}
      <Problem error={trouble} />
      <div class="actions start">
        {data?.on === false && (
          <ActButton sending={sending} act={begin}>
            {w.confirm}
          </ActButton>
        )}
        {data?.on === true && (
          <>
            <button type="button" onClick={() => setDoing({ what: 'renew' })}>
              {w.newCodes}
            </button>
            <button type="button" class="danger" onClick={() => setDoing({ what: 'off' })}>
              {w.turnOff}
            </button>
          </>
        )}
      </div>
      {data?.on === true && (
        <p class="meta">
          {w.lost} <code>{w.lostCommand}</code>
        </p>
      )}
      {doing?.what === 'on' && <TurnOnDialog secret={doing.secret} uri={doing.uri} onClose={close} confirmed={show} />}
      {doing?.what === 'codes' && <CodesDialog codes={doing.codes} onClose={close} />}
      {doing?.what === 'renew' && (
        <CodeForm
          title={w.newCodes}
          effects={[w.newCodesWhat]}
          action={w.newCodes}
          send={(code) => ask(factor.codes.post(code))}
          done={({ codes }) => show(codes)}
          onClose={close}
        />
      )}
      {doing?.what === 'off' && (
        <CodeForm
          title={w.turnOffTitle}
          effects={[w.turnOffWhat]}
          action={w.turnOff}
          danger
          send={(code) => ask(factor.off.post(code))}
          onClose={close}
        />
      )}
    </section>
  );
}
