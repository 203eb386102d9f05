import { useEffect, useRef } from 'preact/hooks';

export interface Latest {
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
 * Ensures that a part of a page gets only the outcome of its latest call. The outcomes of earlier calls are dropped.
 * Pages have no other protection against stale answers.
 */
export function useLatest(): Latest {
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
