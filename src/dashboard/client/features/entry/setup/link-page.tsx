import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { callServer } from '../../../data/call-server.ts';
import { isRefusal } from '../../../data/refusal.ts';
import { type SentForm, useForm } from '../../../ui/form.tsx';
import { GuestPage, Trouble } from '../../../ui/guest-parts.tsx';
import { leave } from '../../../ui/leave.ts';
import { useTitle } from '../../../ui/use-title.ts';
import { guestWords } from '../../../words/guest-words.ts';
import { setupWords } from '../../../words/setup-words.ts';
import { NoLink, type NoLinkProps } from './no-link.tsx';

export interface GoodLink {
  readonly token: string;
  /**
   * Called with the error of a failed call. If the link has expired, the page reports that instead of showing the form.
   */
  readonly refuse: (error: unknown) => void;
}

interface LinkPageProps<T> extends Omit<NoLinkProps, 'what'> {
  readonly purpose: Purpose;
  readonly noLink: string;
  readonly form: (link: GoodLink & { readonly about: T }) => ComponentChildren;
}

export function LinkPage<T>({ purpose, title, noLink, form, ...by }: LinkPageProps<T>) {
  const { token, state, check, refuse } = useLink<T>(purpose);
  const w = setupWords.value;
  useTitle(title);
  if (state.is === 'checking') return <p class="loading">{guestWords.value.loading}</p>;
  return (
    <GuestPage>
      {state.is === 'missing' && <NoLink title={title} what={noLink} {...by} />}
      {state.is === 'refused' && (
        <NoLink title={w.badLinkTitle} what={purpose === 'setup' ? noLink : w.badLink} {...by} />
      )}
      {state.is === 'unknown' && <Trouble error={state.error} retry={check} />}
      {state.is === 'good' && form({ token, about: state.about, refuse })}
    </GuestPage>
  );
}

export function useLinkForm(
  { token, refuse }: GoodLink,
  purpose: Purpose,
  read: (text: (name: string) => string) => object,
): SentForm {
  return useForm(async (text) => {
    try {
      await callServer(purpose, { token, ...read(text) });
    } catch (problem) {
      if (isRefusal(problem, 'not_found')) return refuse(problem);
      throw problem;
    }
    await leave(() => location.replace('/app'));
  });
}

type Purpose = 'setup' | 'reset';

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

function useLink<T>(purpose: Purpose) {
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
