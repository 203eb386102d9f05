import type { ComponentChildren } from 'preact';
import { ask } from '../data/api.ts';
import { here, workspaceId } from '../data/me.ts';
import { useLoaded } from '../data/use-loaded.ts';
import { Chip } from '../ui/chip.tsx';
import { Problem } from '../ui/problem/problem.tsx';
import { When } from '../ui/times.tsx';
import { words } from '../words/words.ts';

const TONES = { pending: 'busy', sent: 'good', logged: 'idle', failed: 'bad' } as const;

const load = async () => (await ask(here().mails.get())).mails;
type Mail = Awaited<ReturnType<typeof load>>[number];

interface MailListProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

export function MailList({ title, children }: MailListProps) {
  const { data, error, reload } = useLoaded(load, workspaceId());
  return (
    <section class="mails" aria-labelledby="mails-title">
      <h2 id="mails-title">{title}</h2>
      {children}
      <Problem error={error} retry={reload} />
      {data?.length === 0 && <p class="meta">{words.value.hooks.noMails}</p>}
      <ul class="cards">
        {data?.map((mail) => (
          <MailCard key={`${mail.createdAt} ${mail.recipient} ${mail.subject}`} mail={mail} />
        ))}
      </ul>
    </section>
  );
}

function MailCard({ mail }: { readonly mail: Mail }) {
  const w = words.value.hooks;
  return (
    <li>
      <span class="device">{mail.subject}</span>
      <Chip tone={TONES[mail.state]}>{w.mailStates[mail.state]}</Chip>
      <span class="meta">
        <When iso={mail.createdAt} />
        {mail.recipient !== '' && ` · ${w.to} ${mail.recipient}`}
        {mail.lastError !== null && ` · ${mail.lastError}`}
      </span>
      {mail.text !== '' && (
        <details class="mails-text">
          <summary>
            {w.readMail}
            <span class="unseen">: {mail.subject}</span>
          </summary>
          <pre>{mail.text}</pre>
        </details>
      )}
    </li>
  );
}
