import { useEffect, useState } from 'preact/hooks';
import { type Latest, useLatest } from './use-latest.ts';

interface Answer<T> {
  /** The last answer; it stays until the next one arrives. */
  readonly data?: T | undefined;
  /** The `key` of the call that loaded the data. */
  readonly of?: string | undefined;
  readonly error?: unknown;
}

interface Asking<T> extends Answer<T> {
  readonly reload: () => void;
  readonly set: (change: (before: Answer<T>) => Answer<T>) => void;
  readonly latest: Latest;
}

/**
 * Loads data for pages before sign-in, and for useLoaded. A new key loads the data again; a stale answer is dropped.
 * @param after the milliseconds for which the key must stay unchanged before the call, so that typing sends no calls
 */
export function useAsked<T>(load: (signal: AbortSignal) => Promise<T>, key: string, after = 0): Asking<T> {
  const [answer, set] = useState<Answer<T>>({});
  const latest = useLatest();
  const fail = (error: unknown): void => set((before) => ({ ...before, error }));
  const reload = (): void => latest.hear(load, (data) => set({ data, of: key }), fail);
  useEffect(() => {
    latest.drop();
    // The error belongs to an earlier `key`, so it is cleared.
    if (answer.error !== undefined) fail(undefined);
    const timer = setTimeout(reload, after);
    return () => clearTimeout(timer);
  }, [key]);
  return { ...answer, reload, set, latest };
}
