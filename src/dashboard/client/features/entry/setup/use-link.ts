import { useEffect, useState } from 'preact/hooks';
import { callServer } from '../../../data/call-server.ts';
import { isRefusal } from '../../../data/refusal.ts';

export type Purpose = 'setup' | 'reset';

type LinkState<T> =
  | { readonly is: 'checking' | 'missing' | 'refused' }
  | { readonly is: 'unknown'; readonly error: unknown }
  | { readonly is: 'good'; readonly about: T };

let kept: string | undefined;

/** Reads the link's token. Removes it at once from the address bar, and so from the browser's history. */
function takeToken(): string {
  if (kept === undefined) {
    kept = location.hash.slice(1);
    if (kept !== '') history.replaceState(null, '', location.pathname);
  }
  return kept;
}

export function useLink<T>(purpose: Purpose) {
  const [token] = useState(takeToken);
  const [state, setState] = useState<LinkState<T>>({ is: token === '' ? 'missing' : 'checking' });
  const refuse = (error: unknown): void => {
    const isGone = isRefusal(error, 'not_found');
    setState(isGone ? { is: 'refused' } : { is: 'unknown', error });
  };
  const check = (): void => {
    callServer<T>(`${purpose}/check`, { token }).then((about) => setState({ is: 'good', about }), refuse);
  };
  useEffect(() => {
    if (token !== '') check();
  }, []);
  return { token, state, check, refuse };
}
