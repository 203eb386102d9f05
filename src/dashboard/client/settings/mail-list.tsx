import { api, ask } from '../api.ts';
import { ago, moment } from '../format.ts';
import { Chip, Problem, useLoaded } from '../parts.tsx';
import { words, workspace } from '../state.ts';
import { pageWords } from './page-words.ts';

const TONES = { pending: 'busy', sent: 'good', logged: 'idle', failed: 'bad' } as const;

const load = () => ask(api.workspaces({ workspace: workspace.value?.id ?? '' }).mails.get());

/** The last mails of the workspace, with what became of each. */
export function MailList() {
  const { data, error, reload } = useLoaded(load, workspace.value?.id ?? '');
  const w = words.value.hooks;
  return (
    <section aria-labelledby="mails-title">
      <h2 id="mails-title">{pageWords.value.mail.last}</h2>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {data?.mails.length === 0 && <p class="meta">{w.noMails}</p>}
      <ul class="cards">
        {data?.mails.map((mail) => (
          <li key={`${mail.createdAt} ${mail.recipient} ${mail.subject}`}>
            <span class="device">{mail.subject}</span>
            <Chip tone={TONES[mail.state]}>{w.mailStates[mail.state]}</Chip>
            <span class="meta">
              <time title={moment(mail.createdAt)}>{ago(mail.createdAt)}</time>
              {mail.recipient !== '' && ` · ${w.to} ${mail.recipient}`}
              {mail.lastError !== null && ` · ${mail.lastError}`}
            </span>
            {mail.text !== '' && (
              <details>
                <summary>
                  {w.readMail}
                  <span class="unseen">: {mail.subject}</span>
                </summary>
                <pre>{mail.text}</pre>
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
