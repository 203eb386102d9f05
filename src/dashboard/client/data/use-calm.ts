import { useEffect, useRef } from 'preact/hooks';

/** The interval at which costly sums are reloaded in a busy shop, instead of after every order. */
const QUIET_MS = 3_000;

/** Returns a function that delays the action, and runs it once for all calls in between. */
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
