import { useState } from 'preact/hooks';
import { me } from '../../data/me.ts';
import { GivenUp } from '../../data/refusal.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EffectDialog } from '../../ui/effect-dialog.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useFieldProblems } from '../../ui/problem/use-told.ts';
import type { Sending } from '../../ui/sending.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { type Draft, type MailFacts, removeMail } from './mail-data.ts';
import { MAIL_FIELDS, MailFields } from './mail-fields.tsx';
import { MailOutcome } from './mail-outcome.tsx';
import { type Deed, type Done, useMailTry } from './use-mail-try.ts';

interface MailFormProps {
  readonly it: MailFacts;
  /** Kept by the page: the form is made anew once it was saved. */
  readonly done: Done | undefined;
  readonly setDone: (done: Done | undefined) => void;
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

const FORM = 'mail-form';

/** Tried as it stands, and saved once a mail by these very values was taken. */
export function MailForm({ it, done, setDone, changed }: MailFormProps) {
  const [draft, setDraft] = useState(() => draftOf(it));
  const { doing, sending, clear, run } = useMailTry(draft, (came) => {
    setDone(came);
    if (came?.deed !== 'save' || came.outcome.failed !== null) return;
    setDraft((now) => ({ ...now, password: '' }));
    changed();
  });
  const form = useForm(() => run('save'), sending);
  const w = pageWords.value.mail;
  const { error } = sending;
  const problem = useFieldProblems(error);
  const isElsewhere = error !== undefined && MAIL_FIELDS.every((path) => problem(path) === undefined);
  return (
    <>
      <State it={it} />
      <Form of={form} id={FORM} class="mail-form" onInput={clear}>
        <MailFields {...{ draft, setDraft, problem, it }} />
        <p class="meta">{w.testGoesTo(me.value?.person.email ?? '')}</p>
      </Form>
      {/* Outside of the form: the dialog that asks before removing has one of its own. */}
      <div class="actions start mail-actions">
        <TryButtons doing={doing} sending={sending} test={() => run('test')} />
        {it.saved !== null && <RemoveButton changed={changed} removed={() => setDone(undefined)} />}
      </div>
      <MailOutcome outcome={done?.outcome} isSaving={done?.deed === 'save'} />
      {isElsewhere && <Problem error={error} />}
    </>
  );
}

interface TryButtonsProps {
  readonly doing: Deed | undefined;
  readonly sending: Sending;
  readonly test: () => Promise<void>;
}

function TryButtons({ doing, sending, test }: TryButtonsProps) {
  const w = pageWords.value.mail;
  const testValid = async (): Promise<void> => {
    const form = document.getElementById(FORM);
    if (!(form instanceof HTMLFormElement) || !form.reportValidity()) throw new GivenUp();
    await test();
  };
  return (
    <>
      <button type="submit" form={FORM} class="main" aria-busy={sending.busy}>
        {doing === 'save' ? w.testing : w.testAndSave}
      </button>
      <ActButton sending={sending} act={testValid}>
        {doing === 'test' ? w.testing : w.test}
      </ActButton>
    </>
  );
}

function RemoveButton({ changed, removed }: { readonly changed: () => void; readonly removed: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const w = pageWords.value.mail;
  return (
    <>
      <button type="button" class="danger end" onClick={() => setIsAsking(true)}>
        {w.remove}
      </button>
      {isAsking && (
        <EffectDialog
          title={w.removeTitle}
          effects={[w.removeWhat]}
          verb={w.remove}
          danger
          act={async () => {
            await removeMail();
            removed();
            changed();
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

function State({ it }: { readonly it: MailFacts }) {
  const w = pageWords.value.mail;
  if (it.kind === 'locked') return <p class="warning">{w.locked}</p>;
  return (
    <>
      <p>
        <Chip tone={it.kind === 'saved' ? 'good' : 'idle'}>{it.kind === 'saved' ? w.isOn : w.none}</Chip>
      </p>
      {it.kind === 'none' && <p class="meta">{w.noneWhat}</p>}
    </>
  );
}
