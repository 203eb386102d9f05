import { useEffect, useRef } from 'preact/hooks';

/** Sums that are dear to add up are added up this often in a busy shop, not with every order. */
const QUIET_MS = 3_000;

/** Acts a moment after it is called, once for all the calls meanwhile. */
export function useCalm(act: () => void): () => void {
  const latest = useRef(act);
  latest.current = act;
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  return () => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      latest.current();
    }, QUIET_MS);
  };
}
