import { useEffect, useRef } from 'preact/hooks';

export interface Latest {
  /** Hears what becomes of this, unless something else was asked for, or all was dropped, meanwhile. */
  readonly hear: <T>(asked: Promise<T>, heard: (answer: T) => void, failed?: (problem: unknown) => void) => void;
  /** Whatever is under way is not wanted any more. */
  readonly drop: () => void;
}

/** The one guard against stale answers: of all that a part of a page asks for, the last one alone is heard. */
export function useLatest(): Latest {
  const count = useRef(0);
  const { current: latest } = useRef<Latest>({
    hear(asked, heard, failed) {
      count.current += 1;
      const mine = count.current;
      asked.then(
        (answer) => mine === count.current && heard(answer),
        (problem) => mine === count.current && failed?.(problem),
      );
    },
    drop() {
      count.current += 1;
    },
  });
  useEffect(() => latest.drop, []);
  return latest;
}
