import { isOwner } from '../data/me.ts';
import { words } from '../words/words.ts';

/** Beside what plan or switches have closed: where an owner opens it; everybody else is told who can. */
export function SettingsLink({ class: className }: { readonly class?: string }) {
  const w = words.value;
  if (!isOwner()) return <>{w.ownersOpen}</>;
  return (
    <a href="/app/settings/workspace" {...(className === undefined ? {} : { class: className })}>
      {w.openInSettings}
    </a>
  );
}
