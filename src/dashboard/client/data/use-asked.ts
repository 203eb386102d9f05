import { useEffect, useRef, useState } from 'preact/hooks';

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
 * Loads data for pages before sign-in, and for useLoaded. A new key loads the data again after a pause of `after`
 * milliseconds. A stale answer is dropped.
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

interface Latest {
  /**
   * Makes a call and passes its outcome on. If another call begins or `drop` is called first, the signal aborts and
   * nothing is passed on.
   */
  readonly hear: <T>(
    ask: (signal: AbortSignal) => Promise<T>,
    heard: (answer: T) => void,
    failed: (problem: unknown) => void,
  ) => void;
  readonly drop: () => void;
}

/**
 * Passes on the outcome of a call only if the same part of the page has begun no newer call. Nothing else protects
 * pages against stale answers.
 */
function useLatest(): Latest {
  const asked = useRef<AbortController>(undefined);
  const drop = (): void => asked.current?.abort();
  useEffect(() => drop, []);
  return {
    drop,
    hear(ask, heard, failed) {
      drop();
      asked.current = new AbortController();
      const { signal } = asked.current;
      ask(signal).then(
        (answer) => signal.aborted || heard(answer),
        (problem) => signal.aborted || failed(problem),
      );
    },
  };
}
