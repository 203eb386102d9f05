import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useHint } from '../data/live.ts';
import { workspace } from '../data/me.ts';
import { loadEndpoints } from '../data/webhooks.ts';
import { words } from '../words/words.ts';

const troubled = signal(false);

/** Looks whether an endpoint fails or is suspended; whoever changes one calls it. */
export function lookForTrouble(): void {
  if (workspace.value === undefined) return;
  loadEndpoints().then(
    (endpoints) => {
      troubled.value = endpoints.some(({ state }) => state === 'failing' || state === 'suspended');
    },
    () => undefined,
  );
}

/** In the menu: something is wrong with an endpoint, wherever one is. */
export function TroubleDot({ path }: { readonly path: string }) {
  useEffect(lookForTrouble, [path]);
  useHint('webhooks', lookForTrouble);
  if (!troubled.value) return null;
  return (
    <span class="dot">
      <span class="unseen"> {words.value.menu.trouble}</span>
    </span>
  );
}
