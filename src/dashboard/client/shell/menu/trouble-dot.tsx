import { workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { loadEndpoints } from '../../parts/endpoints.ts';
import { words } from '../../words/words.ts';

/** Shows a mark in the menu while an endpoint has a problem. */
export function TroubleDot({ path }: { readonly path: string }) {
  const id = workspaceId();
  const load = async () => (id === '' ? [] : loadEndpoints());
  const { data } = useLoaded(load, `${id} ${path}`, { on: ['webhooks'], later: true });
  if (data?.some(({ state }) => state === 'failing' || state === 'suspended') !== true) return null;
  return (
    <span class="dot">
      <span class="unseen"> {words.value.menu.trouble}</span>
    </span>
  );
}
