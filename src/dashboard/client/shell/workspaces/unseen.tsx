import { useEffect } from 'preact/hooks';
import { LEFT } from '../../data/drafts.ts';
import { keepShop } from '../../data/kept-shop.ts';
import { heedSignOut, logoAddress, me, workspace } from '../../data/me.ts';
import { pictureAt } from '../../data/picture-text.ts';
import { useLoaded } from '../../data/use-loaded.ts';

/** Leaves the signed-in pages in this tab when the reader signs out in another tab. */
function heedSignOuts(): () => void {
  const heed = ({ key }: StorageEvent): void => {
    if (key === LEFT) void heedSignOut().catch(() => undefined);
  };
  addEventListener('storage', heed);
  return () => removeEventListener('storage', heed);
}

/**
 * Reloads the page when another person signs in from another tab. The tabs share the cookie, so everything typed here
 * would be sent in that person's name.
 */
function heedOthers(own: string): () => void {
  const readers = new BroadcastChannel('docket.reader');
  readers.onmessage = ({ data }) => {
    if (data !== own) location.reload();
  };
  readers.postMessage(own);
  return () => readers.close();
}

/** Renders nothing. Keeps the shop's name, color and logo for the sign-in page, and listens to other tabs. */
export function Unseen() {
  const address = logoAddress();
  const { data: logo } = useLoaded(() => pictureAt(address), address ?? '');
  const { name, accent = 'pine' } = workspace.value ?? {};
  const own = me.value?.person.id;
  useEffect(heedSignOuts, []);
  useEffect(() => (own === undefined ? undefined : heedOthers(own)), [own]);
  useEffect(() => {
    if (name !== undefined && logo !== undefined) keepShop({ name, accent, logo });
  }, [name, accent, logo]);
  return null;
}
