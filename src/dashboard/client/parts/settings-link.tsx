import { isOwner } from '../data/me.ts';
import { words } from '../words/words.ts';

/** Shows where to turn on something that the plan or a switch has turned off: a link for owners, words for others. */
export function SettingsLink({ class: className }: { readonly class?: string }) {
  const w = words.value;
  if (!isOwner()) return <>{w.ownersOpen}</>;
  return (
    <a href="/app/settings/workspace" {...(className === undefined ? {} : { class: className })}>
      {w.openInSettings}
    </a>
  );
}
