import { useEffect, useRef, useState } from 'preact/hooks';
import { api, ask } from '../../data/api.ts';
import type { Call } from './use-calls.ts';

/** What is looked for; an empty text is no wish. */
export interface CallWish {
  readonly requestId: string;
  readonly key: string;
  /** The hundreds of the status. */
  readonly status: '' | '2' | '4' | '5';
}

export const NO_WISH: CallWish = { requestId: '', key: '', status: '' };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isRequestId = (text: string): boolean => UUID.test(text.trim());

const filterOf = ({ requestId, key, status }: CallWish) => {
  if (isRequestId(requestId)) return { requestId: requestId.trim() };
  return { ...(key === '' ? {} : { key }), ...(status === '' ? {} : { status }) };
};

const find = (workspace: string, wish: CallWish, before?: string) =>
  ask(
    api.workspaces({ workspace }).calls.get({
      query: { ...filterOf(wish), ...(before === undefined ? {} : { before }) },
    }),
  );

interface FoundCalls {
  /** Undefined: nothing was asked for. */
  readonly calls: readonly Call[] | undefined;
  /** Asks for those before; null: there are none. */
  readonly more: (() => void) | null;
  readonly error: unknown;
}

/**
 * Calls of the last 30 days.
 *
 * @param recent what is shown while nothing is looked for; asked to go on, the list goes on from there
 */
export function useFoundCalls(workspace: string, wish: CallWish, recent: readonly Call[] | undefined): FoundCalls {
  const [calls, setCalls] = useState<readonly Call[]>();
  const [next, setNext] = useState<string | null>(null);
  const [error, setError] = useState<unknown>();
  const asked = useRef(0);
  const filter = JSON.stringify(filterOf(wish));
  const wished = filter !== '{}';
  const read = (before: string | undefined, shown: readonly Call[]): void => {
    asked.current += 1;
    const mine = asked.current;
    const current = (then: () => void): void => {
      if (mine === asked.current) then();
    };
    find(workspace, wish, before).then(
      (page) =>
        current(() => {
          setError(undefined);
          // A search looks through some of them at once: it goes on until there is something to show.
          if (page.calls.length === 0 && page.next !== null) {
            read(page.next, shown);
            return;
          }
          setCalls([...shown, ...page.calls]);
          setNext(page.next);
        }),
      (problem) => current(() => setError(problem)),
    );
  };
  useEffect(() => {
    asked.current += 1;
    setCalls(undefined);
    setError(undefined);
    if (wished) read(undefined, []);
  }, [workspace, filter]);
  const last = recent?.at(-1);
  const beginning = recent !== undefined && last !== undefined && recent.length >= 100 ? last.requestId : null;
  const from = calls === undefined && !wished ? beginning : next;
  const shown = calls ?? (wished ? undefined : recent);
  return { calls: shown, more: from === null ? null : () => read(from, shown ?? []), error };
}
