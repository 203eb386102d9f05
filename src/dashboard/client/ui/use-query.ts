import { useRef } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { addressWith, showTyped } from '../data/typed-searches.ts';

/**
 * Returns the address of the page that calls this function. After a click on a link, this page is still shown until the
 * next one has loaded. Meanwhile it keeps its own address.
 */
function useOwnUrl(): string {
  const { url, path } = useLocation();
  const { path: own } = useRoute();
  const kept = useRef(url);
  if (path === own) kept.current = url;
  return kept.current;
}

/** The state of the page, kept in the page's address. The browser's Back button therefore shows the same rows again. */
export interface Address {
  readonly path: string;
  /**
   * The parameters of the address, with the text of a typed search. In the address itself, a number replaces this text,
   * because history and logs must not show the text.
   */
  readonly params: URLSearchParams;
  readonly value: (key: string) => string | undefined;
  /**
   * Changes parameters of the address; undefined removes one. @param replaces true to add no step to the browser's
   * history
   */
  readonly set: (changes: QueryChanges, replaces?: boolean) => void;
}

type QueryChanges = Readonly<Record<string, string | readonly string[] | undefined>>;

export function useAddress(): Address {
  const { path, route } = useLocation();
  const params = showTyped(new URLSearchParams(useOwnUrl().split('?')[1] ?? ''));
  return {
    path,
    params,
    value: (key) => params.get(key) ?? undefined,
    set(changes, replaces = false) {
      const next = new URLSearchParams(params);
      for (const [key, values] of Object.entries(changes)) {
        next.delete(key);
        for (const value of [values ?? []].flat()) next.append(key, value);
      }
      route(addressWith(path, next), replaces);
    },
  };
}
