import { useState } from 'preact/hooks';
import { me, refreshMe, workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { GuardedForm } from '../../parts/guarded-form.tsx';
import { MailList } from '../../parts/mail-list.tsx';
import { SettingsPage } from '../../parts/settings-nav.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { Fact } from './fact.tsx';
import { type Draft, loadMail, type MailFacts, type Outcome, removeMail, saveMail, testMail } from './mail-data.ts';
import { MailFields } from './mail-fields.tsx';

export function MailPage() {
  const { data, error, reload } = useLoaded(loadMail, workspaceId());
  const [changes, setChanges] = useState(0);
  const w = pageWords.value.mail;
  const changed = (): void => {
    reload();
    setChanges(changes + 1);
    void refreshMe();
  };
  return (
    <SettingsPage title={words.value.settingsNav.mail} lead={w.what}>
      <Problem error={error} retry={reload} />
      {data !== undefined && (
        <section aria-labelledby="server-title">
          <h2 id="server-title">{w.server}</h2>
          <Server facts={data} changed={changed} />
        </section>
      )}
      {data !== undefined && <MailList key={changes} title={w.last} />}
    </SettingsPage>
  );
}

function Server({ facts, changed }: { readonly facts: MailFacts; readonly changed: () => void }) {
  const [done, setDone] = useState<MailTry>();
  if (facts.server !== null && facts.givenBy.server !== null)
    return <Given server={facts.server} by={facts.givenBy.server} />;
  // `key` changes after saving or removing, so that the form is built again without the typed password.
  return (
    <MailForm
      key={`${facts.kind} ${JSON.stringify(facts.saved)}`}
      facts={facts}
      done={done}
      setDone={setDone}
      changed={changed}
    />
  );
}

interface GivenProps {
  readonly server: NonNullable<MailFacts['server']>;
  /** The flag or environment variable that sets the mail server. */
  readonly by: string;
}

function Given({ server, by }: GivenProps) {
  const sending = useSending();
  const [outcome, setOutcome] = useState<Outcome>();
  const w = pageWords.value.mail;
  const test = async (): Promise<void> => {
    setOutcome(undefined);
    setOutcome(await testMail());
  };
  return (
    <>
      <dl class="settings-facts">
        <Fact name={w.host}>
          <code>
            {server.host}:{server.port}
          </code>
        </Fact>
        <Fact name={w.encryption}>{w.encryptions[server.encryption]}</Fact>
        <Fact name={w.user}>{server.user ?? w.noUser}</Fact>
        <Fact name={w.sender}>{server.from}</Fact>
      </dl>
      <p class="note">{w.givenBy(by)}</p>
      <div class="actions start">
        <ActButton sending={sending} class="main" act={test}>
          {sending.busy ? w.testing : w.test}
        </ActButton>
      </div>
      <MailOutcome outcome={outcome} isSaving={false} />
      <Problem error={sending.error} />
    </>
  );
}

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
function MailForm({ facts, done, setDone, changed }: MailFormProps) {
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

interface MailOutcomeProps {
  readonly outcome: Outcome | undefined;
  /**
   * True if the mail was sent to test and save the settings; false if it was sent only as a test. The settings are
   * saved only after a success.
   */
  readonly isSaving: boolean;
}

function MailOutcome({ outcome, isSaving }: MailOutcomeProps) {
  const w = pageWords.value.mail;
  const failed = outcome?.failed;
  return (
    <div role="status" class="settings-outcome">
      {outcome?.failed === null && (
        <p class="note good">
          {isSaving && <strong>{words.value.saved} </strong>}
          {w.sent(outcome.to)}
        </p>
      )}
      {failed != null && (
        <div class="problem">
          <p>
            <strong>{isSaving ? w.notSaved : w.failed}</strong>
          </p>
          <p>
            {w.failedAt} <strong>{w.steps[failed.step]}</strong>. {w.advice[failed.step]}
          </p>
          <p class="meta">
            {w.said} <code>{failed.reason}</code>
          </p>
        </div>
      )}
    </div>
  );
}

type Deed = 'test' | 'save';

interface MailTry {
  readonly deed: Deed;
  readonly outcome: Outcome;
}

/** @param told called with the outcome, and with undefined when the outcome no longer applies */
function useMailTry(draft: Draft, told: (done: MailTry | undefined) => void) {
  const [doing, setDoing] = useState<Deed>();
  const sending = useSending();
  const clear = (): void => {
    told(undefined);
    sending.reset();
  };
  const run = async (deed: Deed): Promise<void> => {
    told(undefined);
    const act = (): Promise<Outcome> => {
      setDoing(deed);
      return (deed === 'save' ? saveMail(draft) : testMail(draft)).finally(() => setDoing(undefined));
    };
    told({ deed, outcome: await act() });
  };
  return { doing, sending, clear, run };
}
