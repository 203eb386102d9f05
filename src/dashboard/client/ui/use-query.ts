import { useLocation } from 'preact-iso';

/** What the address holds behind its "?", and what changes it without a step in the browser's history. */
export function useQuery() {
  const { path, query, route } = useLocation();
  const change = (patch: Readonly<Record<string, string | undefined>>): void => {
    const kept = Object.entries({ ...query, ...patch }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    );
    const text = new URLSearchParams(kept).toString();
    route(text === '' ? path : `${path}?${text}`, true);
  };
  return { path, query, change };
}
