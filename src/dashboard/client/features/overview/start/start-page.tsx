import { workspace } from '../../../data/me.ts';
import { useTitle } from '../../../ui/use-title.ts';
import { words } from '../../../words/words.ts';
import { Overview } from '../overview.tsx';
import { GettingStarted } from './getting-started.tsx';

/** Where one arrives: the first steps of an owner, and the ways on. */
export function StartPage() {
  const w = words.value;
  const id = workspace.value?.id ?? '';
  useTitle(w.start.overview);
  const isOwner = workspace.value?.role === 'owner';
  return (
    <>
      <div class="head">
        <h1>{w.start.overview}</h1>
      </div>
      {isOwner ? <GettingStarted key={id} workspaceId={id} /> : <h2>{w.start.welcome}</h2>}
      {id !== '' && <Overview key={`overview ${id}`} workspaceId={id} />}
      <p class="lead start-ways-lead">{w.start.welcomeWhat}</p>
      <ul class="start-ways">
        <Way to="/app/webhooks" title={w.webhooks} what={w.start.linkWebhooks} />
        {isOwner && <Way to="/app/keys" title={w.keys} what={w.start.linkKeys} />}
        <Way to="/docs" title={w.reference} what={w.start.linkReference} isOutside />
        <Way to="/app/account" title={w.account} what={w.start.linkAccount} />
      </ul>
    </>
  );
}

interface WayProps {
  readonly to: string;
  readonly title: string;
  readonly what: string;
  /** Not one of these pages: it has a tab of its own. */
  readonly isOutside?: boolean;
}

function Way({ to, title, what, isOutside = false }: WayProps) {
  return (
    <li>
      <a href={to} {...(isOutside ? { target: '_blank', rel: 'noopener' } : {})}>
        {title}
      </a>{' '}
      <span class="meta">{what}</span>
    </li>
  );
}
