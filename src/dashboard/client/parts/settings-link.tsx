import { isOwner } from '../data/me.ts';
import { words } from '../words/words.ts';

/** Shows owners a link to the settings, and tells others that an owner can change this. */
export function SettingsLink({ class: className }: { readonly class?: string }) {
  const w = words.value;
  if (!isOwner()) return <>{w.ownersOpen}</>;
  return (
    <a href="/app/settings/workspace" {...(className === undefined ? {} : { class: className })}>
      {w.openInSettings}
    </a>
  );
}
