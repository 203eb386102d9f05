import { isOwner } from '../data/me.ts';
import { words } from '../words/words.ts';

/** Shows a link to the setting, for something that the plan or a switch has turned off. */
export function SettingsLink({ class: className }: { readonly class?: string }) {
  const w = words.value;
  if (!isOwner()) return <>{w.ownersOpen}</>;
  return (
    <a href="/app/settings/workspace" {...(className === undefined ? {} : { class: className })}>
      {w.openInSettings}
    </a>
  );
}
