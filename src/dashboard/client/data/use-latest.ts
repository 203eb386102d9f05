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
 * Passes on only the outcome of the last call of a part of a page. Nothing else protects pages against stale answers.
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
