import { useLocation } from 'preact-iso';

/**
 * Leaves the page. The promise stays pending until the reader returns to the page, so the page's form cannot be sent
 * again meanwhile.
 */
export function leave(go: () => void): Promise<unknown> {
  go();
  return new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }));
}

type Asks = (go: () => void) => void;

let asks: Asks | undefined;

/** Makes `useGuardedRoute` call `ask` before it opens another page. @returns a function that stops this */
export function askBeforeLeaving(ask: Asks): () => void {
  asks = ask;
  return () => {
    asks = undefined;
  };
}

export function useGuardedRoute(): (to: string, replaces?: boolean) => void {
  const { route } = useLocation();
  return (to, replaces) => (asks === undefined ? route(to, replaces) : asks(() => route(to, replaces)));
}
