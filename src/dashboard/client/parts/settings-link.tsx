import { isOwner } from '../data/me.ts';
import { words } from '../words/words.ts';

/**
 * A link next to something that the plan or a switch has closed. For an owner it links to the setting; others learn
 * who can open it.
 */
export function SettingsLink({ class: className }: { readonly class?: string }) {
  const w = words.value;
  if (!isOwner()) return <>{w.ownersOpen}</>;
  return (
    <a href="/app/settings/workspace" {...(className === undefined ? {} : { class: className })}>
      {w.openInSettings}
    </a>
  );
}
