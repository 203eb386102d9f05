import { isOwner } from '../data/me.ts';
import { words } from '../words/words.ts';

/**
 * Appears next to something that the plan or a switch has turned off. Owners see a link to the setting; others read who
 * can turn it on.
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
