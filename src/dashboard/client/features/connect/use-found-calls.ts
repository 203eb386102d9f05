import { api, ask } from '../../data/api.ts';
import { given } from '../../data/given.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import type { Call } from './use-calls.ts';

export interface CallWish {
  readonly requestId: string;
  readonly key: string;
  /** The first digit of the HTTP status. */
  readonly status: '' | '2' | '4' | '5';
}

export const NO_WISH: CallWish = { requestId: '', key: '', status: '' };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isRequestId = (text: string): boolean => UUID.test(text.trim());

const filterOf = ({ requestId, key, status }: CallWish) =>
  isRequestId(requestId) ? { requestId: requestId.trim() } : given({ key, status });

const find = (workspace: string, wish: CallWish, before?: string) =>
  ask(api.workspaces({ workspace }).calls.get({ query: { ...filterOf(wish), ...given({ before }) } }));

interface CallPage {
  /** The found calls; undefined if nothing was searched for. */
  readonly calls: readonly Call[] | undefined;
  readonly next: string | null;
}

/** Searches the calls part by part until there is something to show or the reader stops the search. */
async function findSome(workspace: string, wish: CallWish, signal: AbortSignal, before?: string): Promise<CallPage> {
  const found = await find(workspace, wish, before);
  if (found.calls.length > 0 || found.next === null || signal.aborted) return found;
  return findSome(workspace, wish, signal, found.next);
}

interface FoundCalls extends Pick<CallPage, 'calls'> {
  /** Loads earlier calls; null if there are none. */
  readonly more: (() => void) | null;
  readonly error: unknown;
}

/** @param recent the newest calls, shown if nothing is searched for; the caller can then load older calls too */
export function useFoundCalls(workspace: string, wish: CallWish, recent: readonly Call[] | undefined): FoundCalls {
  const filter = JSON.stringify(filterOf(wish));
  const wished = filter !== '{}';
  const nothing: CallPage = { calls: undefined, next: null };
  const load = async (signal: AbortSignal) => (wished ? findSome(workspace, wish, signal) : nothing);
  const { data = nothing, isOld, error, add } = useLoaded(load, `${workspace} ${filter}`);
  const { calls, next } = isOld ? nothing : data;
  const last = recent?.at(-1);
  const beginning = recent !== undefined && last !== undefined && recent.length >= 100 ? last.requestId : null;
  const from = calls === undefined && !wished ? beginning : next;
  const shown = calls ?? (wished ? undefined : recent);
  const more = (before: string): void =>
    add(
      (signal) => findSome(workspace, wish, signal, before),
      (_, page) => ({ calls: [...(shown ?? []), ...(page.calls ?? [])], next: page.next }),
    );
  return { calls: shown, more: from === null ? null : () => more(from), error };
}
