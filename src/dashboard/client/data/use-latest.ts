import { useEffect, useRef } from 'preact/hooks';

export interface Latest {
  /** Hears what becomes of this, unless something else is asked for, or all is dropped, meanwhile; then its signal says so. */
  readonly hear: <T>(
    ask: (signal: AbortSignal) => Promise<T>,
    heard: (answer: T) => void,
    failed: (problem: unknown) => void,
  ) => void;
  /** Drops the call under way, which is not wanted any more. */
  readonly drop: () => void;
}

/** The one guard against stale answers: of all that a part of a page asks for, the last one alone is heard. */
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
