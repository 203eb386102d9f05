import { useEffect } from 'preact/hooks';
import { keepShop } from '../../data/kept-shop.ts';
import { logoAddress, workspace } from '../../data/me.ts';
import { fetchSignedIn } from '../../data/session-ended.ts';
import { useLoaded } from '../../data/use-loaded.ts';

/** Keeps name, colour and logo of the open shop for the page before signing in; shows nothing. */
export function KeepShop() {
  const address = logoAddress();
  const { data: logo } = useLoaded(() => pictureAt(address), address ?? '');
  const { name, accent = 'pine' } = workspace.value ?? {};
  useEffect(() => {
    if (name !== undefined && logo !== undefined) keepShop({ name, accent, logo });
  }, [name, accent, logo]);
  return null;
}

/** @returns the picture as a `data:` address; null where there is none */
async function pictureAt(address: string | undefined): Promise<string | null> {
  const answer = address === undefined ? undefined : await fetchSignedIn(address);
  if (answer?.ok !== true) return null;
  const picture = await answer.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}
