import { useEffect } from 'preact/hooks';
import { LEFT } from '../../data/drafts.ts';
import { keepShop } from '../../data/kept-shop.ts';
import { logoAddress, refreshMe, workspace } from '../../data/me.ts';
import { pictureAt } from '../../data/picture-text.ts';
import { useLoaded } from '../../data/use-loaded.ts';

/** Ends the pages here once the reader has signed out in another tab. */
function heedSignOuts(): () => void {
  const heed = ({ key }: StorageEvent): void => {
    if (key === LEFT) void refreshMe().catch(() => undefined);
  };
  addEventListener('storage', heed);
  return () => removeEventListener('storage', heed);
}

/**
 * Work without a visible part: keeps the shop's name, colour and logo for the sign-in page, and listens to other tabs.
 */
export function Unseen() {
  const address = logoAddress();
  const { data: logo } = useLoaded(() => pictureAt(address), address ?? '');
  const { name, accent = 'pine' } = workspace.value ?? {};
  useEffect(heedSignOuts, []);
  useEffect(() => {
    if (name !== undefined && logo !== undefined) keepShop({ name, accent, logo });
  }, [name, accent, logo]);
  return null;
}
