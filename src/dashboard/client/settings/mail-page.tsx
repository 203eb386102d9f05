import { useState } from 'preact/hooks';
import { api, ask } from '../api.ts';
import { Problem, useLoaded } from '../parts.tsx';
import { workspace } from '../state.ts';
import { useTitle } from '../use-title.ts';
import { MailList } from './mail-list.tsx';
import { SettingsNav } from './nav.tsx';
import { pageWords } from './page-words.ts';

const COMMAND = `docket serve --smtp-url smtps://USER:PASSWORD@mail.example.com --mail-from shop@example.com`;

const mailOf = () => api.workspaces({ workspace: workspace.value?.id ?? '' }).mail;
const load = () => ask(mailOf().get());
type Server = NonNullable<Awaited<ReturnType<typeof load>>['server']>;

/** Which mail server there is, whether it takes a mail, and what was sent. */
export function MailPage() {
  const { data, error, reload } = useLoaded(load, workspace.value?.id ?? '');
  const [tests, setTests] = useState(0);
  const w = pageWords.value.mail;
  useTitle(pageWords.value.nav.mail);
  return (
    <div class="settings-page">
      <SettingsNav />
      <p class="lead">{w.what}</p>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {data !== undefined && (
        <section aria-labelledby="server-title">
          <h2 id="server-title">{data.server === null ? w.none : w.server}</h2>
          {data.server !== null && <ServerFacts it={data.server} />}
          <p class="meta">{data.server === null ? w.noneWhat : w.readOnly}</p>
          <pre>{COMMAND}</pre>
          {data.server !== null && <TestMail sent={() => setTests(tests + 1)} />}
        </section>
      )}
      <MailList key={tests} />
    </div>
  );
}

function ServerFacts({ it }: { readonly it: Server }) {
  const w = pageWords.value.mail;
  return (
    <dl class="facts">
      <dt>{w.host}</dt>
      <dd>
        <code>
          {it.host}:{it.port}
        </code>
      </dd>
      <dt>{w.encryption}</dt>
      <dd>{w.encryptions[it.encryption]}</dd>
      <dt>{w.user}</dt>
      <dd>{it.user ?? w.noUser}</dd>
      <dt>{w.from}</dt>
      <dd>{it.from}</dd>
    </dl>
  );
}

/** A mail to whoever presses the button; when it fails, at which step, and what to do about it. */
function TestMail({ sent }: { readonly sent: () => void }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [outcome, setOutcome] = useState<Awaited<ReturnType<typeof send>>>();
  const send = () => ask(mailOf().test.post({}));
  const w = pageWords.value.mail;
  const press = (): void => {
    setBusy(true);
    setError(undefined);
    setOutcome(undefined);
    send()
      .then((found) => {
        setOutcome(found);
        sent();
      }, setError)
      .finally(() => setBusy(false));
  };
  return (
    <>
      <div class="actions start">
        <button type="button" class="main" disabled={busy} onClick={press}>
          {busy ? w.testing : w.test}
        </button>
      </div>
      <div role="status">
        {outcome?.failed === null && <p class="note">{w.sent(outcome.to)}</p>}
        {outcome != null && outcome.failed !== null && (
          <div class="problem">
            <p>
              <strong>{w.failed}</strong>
            </p>
            <p>
              {w.failedAt} <strong>{w.steps[outcome.failed.step]}</strong>. {w.advice[outcome.failed.step]}
            </p>
            <p class="meta">
              {w.said} <code>{outcome.failed.reason}</code>
            </p>
          </div>
        )}
      </div>
      {error !== undefined && <Problem error={error} />}
    </>
  );
}
