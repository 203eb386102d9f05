import { useRef, useState } from 'preact/hooks';
import { Chip, Problem, useGuarded } from '../parts.tsx';
import { me } from '../state.ts';
import { EffectDialog } from './effect-dialog.tsx';
import { type Draft, type MailFacts, type Outcome, removeMail, saveMail, testMail } from './mail-data.ts';
import { MAIL_FIELDS, MailFields } from './mail-fields.tsx';
import { MailOutcome } from './mail-outcome.tsx';
import { pageWords } from './page-words.ts';
import { ruleOf } from './use-form.ts';

interface MailFormProps {
  readonly it: MailFacts;
  readonly changed: () => void;
}

const draftOf = ({ saved }: MailFacts): Draft => ({
  host: saved?.host ?? '',
  port: saved?.port ?? 465,
  tls: saved?.tls ?? 'implicit',
  user: saved?.user ?? '',
  password: '',
  sender: saved?.sender ?? '',
});

type Deed = 'test' | 'save';

/** Outlives the form, which is made anew once it was saved. */
interface Done {
  readonly deed: Deed;
  readonly outcome: Outcome;
}
let lastDone: Done | undefined;

/** Tried as it stands, and saved once a mail by these very values was taken. */
export function MailForm({ it, changed }: MailFormProps) {
  const [draft, setDraft] = useState(() => draftOf(it));
  const [doing, setDoing] = useState<Deed>();
  const [done, setDone] = useState(lastDone);
  const [error, setError] = useState<unknown>();
  const [isRemoving, setIsRemoving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { guard, dialog } = useGuarded();
  const w = pageWords.value.mail;
  lastDone = undefined;
  const run = (deed: Deed): void => {
    if (form.current?.reportValidity() !== true) return;
    setDoing(deed);
    setDone(undefined);
    setError(undefined);
    guard(() => (deed === 'save' ? saveMail(draft) : testMail(draft)))
      .then((outcome) => {
        setDone({ deed, outcome });
        if (deed === 'test' || outcome.failed !== null) return;
        lastDone = { deed, outcome };
        changed();
      }, setError)
      .finally(() => setDoing(undefined));
  };
  const isElsewhere = error !== undefined && MAIL_FIELDS.every((path) => ruleOf(error, path) === undefined);
  return (
    <>
      <State it={it} />
      <form
        ref={form}
        class="mail-form"
        onSubmit={(event) => {
          event.preventDefault();
          run('save');
        }}
        onInput={() => {
          setDone(undefined);
          setError(undefined);
        }}
      >
        <MailFields {...{ draft, setDraft, error, it }} />
        <p class="meta">{w.testGoesTo(me.value?.person.email ?? '')}</p>
        <div class="actions">
          <button type="submit" class="main" disabled={doing !== undefined}>
            {doing === 'save' ? w.testing : w.testAndSave}
          </button>
          <button type="button" disabled={doing !== undefined} onClick={() => run('test')}>
            {doing === 'test' ? w.testing : w.test}
          </button>
          {it.saved !== null && (
            <button type="button" class="danger end" onClick={() => setIsRemoving(true)}>
              {w.remove}
            </button>
          )}
        </div>
      </form>
      <MailOutcome outcome={done?.outcome} isSaving={done?.deed === 'save'} />
      {isElsewhere && <Problem error={error} />}
      {dialog}
      {isRemoving && (
        <EffectDialog
          title={w.removeTitle}
          effects={[w.removeWhat]}
          verb={w.remove}
          danger
          act={async () => {
            await removeMail();
            changed();
          }}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </>
  );
}

function State({ it }: { readonly it: MailFacts }) {
  const w = pageWords.value.mail;
  if (it.kind === 'locked') return <p class="warning">{w.locked}</p>;
  return (
    <p class="mail-state">
      <Chip tone={it.kind === 'saved' ? 'good' : 'idle'}>{it.kind === 'saved' ? w.isOn : w.none}</Chip>{' '}
      {it.kind === 'none' && w.noneWhat}
    </p>
  );
}
