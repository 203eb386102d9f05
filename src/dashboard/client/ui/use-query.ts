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

/** The query of the page's address, with the typed text of its search. */
export const useParams = (): URLSearchParams => showTyped(new URLSearchParams(useOwnUrl().split('?')[1] ?? ''));

/** The same as an object, and what changes it without a step in the browser's history. */
export function useQuery() {
  const { path, route } = useLocation();
  const query: Readonly<Record<string, string>> = Object.fromEntries(useParams());
  const change = (patch: Readonly<Record<string, string | undefined>>): void => {
    const kept = Object.entries({ ...query, ...patch }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    );
    route(addressWith(path, new URLSearchParams(kept)), true);
  };
  return { path, query, change };
}
