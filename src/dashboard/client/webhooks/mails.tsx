import { Chip, Problem, useLoaded } from '../parts.tsx';
import { me, words } from '../state.ts';
import { loadMails } from './api.ts';
import { When } from './times.tsx';

const TONES = { pending: 'busy', sent: 'good', logged: 'idle', failed: 'bad' } as const;

/** The last mails to the owners, with what became of each. */
export function Mails() {
  const { data, error, reload } = useLoaded(loadMails, 'mails');
  const w = words.value.hooks;
  return (
    <section class="mails" aria-labelledby="mails-title">
      <h2 id="mails-title">{w.mails}</h2>
      <p class="lead">{w.mailsWhat}</p>
      {me.value?.installation.mail === false && <p class="note">{w.noMailServer}</p>}
      {error !== undefined && <Problem error={error} retry={reload} />}
      {data?.length === 0 && <p class="meta">{w.noMails}</p>}
      <ul class="cards">
        {data?.map((mail) => (
          <li key={`${mail.createdAt} ${mail.recipient} ${mail.subject}`}>
            <span class="device">{mail.subject}</span>
            <Chip tone={TONES[mail.state]}>{w.mailStates[mail.state]}</Chip>
            <span class="meta">
              <When iso={mail.createdAt} />
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
