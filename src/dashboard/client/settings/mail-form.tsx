import { useRef, useState } from 'preact/hooks';
import { Chip, Problem } from '../parts.tsx';
import { me } from '../state.ts';
import { EffectDialog } from './effect-dialog.tsx';
import { type Draft, type MailFacts, removeMail } from './mail-data.ts';
import { MAIL_FIELDS, MailFields } from './mail-fields.tsx';
import { MailOutcome } from './mail-outcome.tsx';
import { pageWords } from './page-words.ts';
import { ruleOf } from './use-form.ts';
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

/** Tried as it stands, and saved once a mail by these very values was taken. */
export function MailForm({ it, done, setDone, changed }: MailFormProps) {
  const [draft, setDraft] = useState(() => draftOf(it));
  const form = useRef<HTMLFormElement>(null);
  const { doing, error, dialog, clear, run } = useMailTry(draft, (came) => {
    setDone(came);
    if (came?.deed !== 'save' || came.outcome.failed !== null) return;
    setDraft((now) => ({ ...now, password: '' }));
    changed();
  });
  const w = pageWords.value.mail;
  const isElsewhere = error !== undefined && MAIL_FIELDS.every((path) => ruleOf(error, path) === undefined);
  return (
    <>
      <State it={it} />
      <form
        ref={form}
        id="mail-form"
        class="mail-form"
        onSubmit={(event) => {
          event.preventDefault();
          run('save');
        }}
        onInput={clear}
      >
        <MailFields {...{ draft, setDraft, error, it }} />
        <p class="meta">{w.testGoesTo(me.value?.person.email ?? '')}</p>
      </form>
      {/* Outside of the form: the dialog that asks before removing has one of its own. */}
      <div class="actions start mail-actions">
        <TryButtons
          doing={doing}
          test={() => {
            if (form.current?.reportValidity() === true) run('test');
          }}
        />
        {it.saved !== null && <RemoveButton changed={changed} removed={() => setDone(undefined)} />}
      </div>
      <MailOutcome outcome={done?.outcome} isSaving={done?.deed === 'save'} />
      {isElsewhere && <Problem error={error} />}
      {dialog}
    </>
  );
}

function TryButtons({ doing, test }: { readonly doing: Deed | undefined; readonly test: () => void }) {
  const w = pageWords.value.mail;
  return (
    <>
      <button type="submit" form="mail-form" class="main" disabled={doing !== undefined}>
        {doing === 'save' ? w.testing : w.testAndSave}
      </button>
      <button type="button" disabled={doing !== undefined} onClick={test}>
        {doing === 'test' ? w.testing : w.test}
      </button>
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
