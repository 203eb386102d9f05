import { useLayoutEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { type Loaded, useLoaded } from '../../../data/use-loaded.ts';

/**
 * Loads the inquiry, client or order whose id is in the page's address, to fill in a new order.
 *
 * @param parameter the name of the id's parameter in the address
 */
export function useOfAddress<T>(
  parameter: string,
  load: (id: string) => Promise<T>,
  found: (data: T) => void,
): Loaded<T | undefined> & { id: string | undefined } {
  const { query } = useLocation();
  const id = query[parameter];
  const loaded = useLoaded(async () => (id === undefined ? undefined : load(id)), id ?? '');
  // This is a layout effect, so that it cannot overwrite text that the user types after the page is painted.
  useLayoutEffect(() => {
    if (loaded.data !== undefined) found(loaded.data);
  }, [loaded.data]);
  return { ...loaded, id };
}
