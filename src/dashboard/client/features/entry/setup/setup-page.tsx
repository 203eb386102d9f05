import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { NewPasswordField } from '../../../parts/new-password-field.tsx';
import { typedZone, ZoneField } from '../../../parts/zone-field.tsx';
import { ownZone } from '../../../parts/zones.ts';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Later, Trouble } from '../../../ui/guest-parts.tsx';
import { guestWords } from '../../../words/guest-words.ts';
import { language } from '../../../words/language.ts';
import { setupWords } from '../../../words/setup-words.ts';
import { type GoodLink, LinkPage, useLinkForm } from './link-page.tsx';

/** Returns true if the server redirected another page here because there is no owner yet. */
const isNobodyThere = (): boolean => location.search === '?nobody';

export function SetupPage() {
  const w = setupWords.value;
  return (
    <LinkPage<{ readonly isHeld: boolean }>
      purpose="setup"
      title={w.title}
      noLink={w.noLink}
      command={w.setupCommand}
      {...(isNobodyThere() ? { nobody: true } : {})}
      form={({ token, about, refuse }) =>
        about.isHeld ? (
          <Later load={loadAccess} token={token} refuse={refuse} />
        ) : (
          <SetupOrBackup token={token} refuse={refuse} />
        )
      }
    />
  );
}

const loadAccess = async () => (await import('./restored-access.tsx')).RestoredAccess;
const loadFromBackup = async () => (await import('./from-backup.tsx')).FromBackup;

/** The form stays in the page while somebody looks for a backup, so that no typed text is lost. */
function SetupOrBackup(link: GoodLink) {
  const [isBackup, setBackup] = useState(false);
  const way = useRef<HTMLButtonElement>(null);
  const left = useRef(false);
  useLayoutEffect(() => {
    if (left.current) way.current?.focus();
    left.current = isBackup;
  }, [isBackup]);
  return (
    <>
      <div hidden={isBackup}>
        <SetupForm {...link} />
        <p class="setup-other-way">
          {setupWords.value.haveBackup}{' '}
          <button type="button" class="quiet" ref={way} onClick={() => setBackup(true)}>
            {setupWords.value.startFromIt}
          </button>
        </p>
      </div>
      {isBackup && <Later load={loadFromBackup} {...link} back={() => setBackup(false)} />}
    </>
  );
}

function SetupForm({ token, refuse }: GoodLink) {
  const w = setupWords.value;
  const form = useLinkForm({ token, refuse }, 'setup', (text) => ({
    workspace: text('name'),
    ownerName: text('ownerName'),
    email: text('email'),
    password: text('password'),
    timeZone: typedZone(text, ownZone()),
    language: language.value,
  }));
  return (
    <>
      <h1>{w.title}</h1>
      <p class="lead">{w.lead}</p>
      <Form of={form}>
        <TextField name="name" label={w.business} required maxLength={200} autocomplete="organization" autofocus />
        <TextField name="ownerName" label={w.ownerName} hint={w.ownerNameHint} maxLength={200} autocomplete="name" />
        <TextField
          name="email"
          label={guestWords.value.email}
          type="email"
          required
          maxLength={254}
          autocomplete="username"
        />
        <NewPasswordField name="password" label={guestWords.value.password} />
        <ZoneField chosen={ownZone()} />
        {form.whole !== undefined && <Trouble error={form.whole} />}
        <button type="submit" class="main wide">
          {w.submit}
        </button>
      </Form>
    </>
  );
}
