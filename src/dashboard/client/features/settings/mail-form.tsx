import { useState } from 'preact/hooks';
import { me } from '../../data/me.ts';
import { GuardedForm } from '../../parts/guarded-form.tsx';
import { Chip } from '../../ui/chip.tsx';
import { useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { type Draft, type MailFacts, removeMail } from './mail-data.ts';
import { MailFields } from './mail-fields.tsx';
import { MailOutcome } from './mail-outcome.tsx';
import { type MailTry, useMailTry } from './use-mail-try.ts';

interface MailFormProps {
  readonly facts: MailFacts;
  /** The page keeps the outcome, because it builds the form again after saving. */
  readonly done: MailTry | undefined;
  readonly setDone: (done: MailTry | undefined) => void;
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

/**
 * Sends a test mail with the form's current values. After the mail server has accepted that mail, the values are saved.
 */
export function MailForm({ facts, done, setDone, changed }: MailFormProps) {
  const [draft, setDraft] = useState(() => draftOf(facts));
  const { doing, sending, clear, run } = useMailTry(draft, (came) => {
    setDone(came);
    if (came?.deed !== 'save' || came.outcome.failed !== null) return;
    setDraft((now) => ({ ...now, password: '' }));
    changed();
  });
  const form = useForm((text) => run(text('deed') === 'test' ? 'test' : 'save'), sending);
  const [isAsking, setIsAsking] = useState(false);
  const w = pageWords.value.mail;
  return (
    <>
      <State facts={facts} />
      <GuardedForm of={form} class="settings-mail-form" onInput={clear}>
        <MailFields draft={draft} setDraft={setDraft} facts={facts} />
        <p class="meta">{w.testGoesTo(me.value?.person.email ?? '')}</p>
        <MailOutcome outcome={done?.outcome} isSaving={done?.deed === 'save'} />
        <FormActions action={doing === 'save' ? w.testing : w.testAndSave}>
          <button type="submit" name="deed" value="test">
            {doing === 'test' ? w.testing : w.test}
          </button>
          {facts.saved !== null && (
            <button type="button" class="danger end" onClick={() => setIsAsking(true)}>
              {w.remove}
            </button>
          )}
        </FormActions>
      </GuardedForm>
      {/* The dialog is outside the form, because it contains a form of its own. */}
      {isAsking && (
        <FormDialog
          title={w.removeTitle}
          effects={[w.removeWhat]}
          action={w.remove}
          danger
          send={async () => {
            await removeMail();
            setDone(undefined);
            changed();
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

function State({ facts }: { readonly facts: MailFacts }) {
  const w = pageWords.value.mail;
  if (facts.kind === 'locked') return <p class="settings-warning">{w.locked}</p>;
  return (
    <>
      <p>
        <Chip tone={facts.kind === 'saved' ? 'good' : 'idle'}>{facts.kind === 'saved' ? w.isOn : w.none}</Chip>
      </p>
      {facts.kind === 'none' && <p class="meta">{w.noneWhat}</p>}
    </>
  );
}
