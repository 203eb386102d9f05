import { useEffect, useState } from 'preact/hooks';
import { callServer } from '../../../data/call-server.ts';
import { isRefusal } from '../../../data/refusal.ts';

export type Purpose = 'setup' | 'reset';

type LinkState<T> =
  | { readonly is: 'checking' | 'missing' | 'refused' }
  | { readonly is: 'unknown'; readonly error: unknown }
  | { readonly is: 'good'; readonly about: T };

let kept: string | undefined;

/** The link's token, which leaves the address bar, and with it the browser's history, as soon as it is read. */
function takeToken(): string {
  if (kept === undefined) {
    kept = location.hash.slice(1);
    if (kept !== '') history.replaceState(null, '', location.pathname);
  }
  return kept;
}

/** Asks what the link is worth before anybody fills in a form for it. */
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
