import { useRef } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { addressWith, showTyped } from '../data/typed-searches.ts';

/** The page's own address. While the next page is fetched the one before it is still there, and keeps its own. */
function useOwnUrl(): string {
  const { url, path } = useLocation();
  const { path: own } = useRoute();
  const kept = useRef(url);
  if (path === own) kept.current = url;
  return kept.current;
}

/** The page as its address holds it, so that Back and a shared link lead to the same rows. */
export interface Address {
  readonly path: string;
  /** The query of the address, with the typed text of its search. */
  readonly params: URLSearchParams;
  readonly value: (key: string) => string | undefined;
  /** Undefined takes a parameter away. @param replaces without a step in the browser's history */
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
