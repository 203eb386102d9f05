import { useState } from 'preact/hooks';
import { refreshMe, workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { MailList } from '../../parts/mail-list.tsx';
import { SettingsPage } from '../../parts/settings-nav.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { Fact } from './fact.tsx';
import { loadMail, type MailFacts, type Outcome, testMail } from './mail-data.ts';
import { MailForm } from './mail-form.tsx';
import { MailOutcome } from './mail-outcome.tsx';
import type { MailTry } from './use-mail-try.ts';

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
