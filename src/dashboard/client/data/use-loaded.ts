import { useEffect, useRef, useState } from 'preact/hooks';

export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly reload: () => void;
}

/** What `load` gave last; the old stays visible while the new is asked for. */
export function useLoaded<T>(load: () => Promise<T>, key: string): Loaded<T> {
  const [data, setData] = useState<T>();
  const [error, setError] = useState<unknown>();
  const latest = useRef(0);
  const reload = (): void => {
    latest.current += 1;
    const mine = latest.current;
    const current = (then: () => void): void => {
      if (latest.current === mine) then();
    };
    load().then(
      (value) =>
        current(() => {
          setData(value);
          setError(undefined);
        }),
      (problem) => current(() => setError(problem)),
    );
  };
  useEffect(reload, [key]);
  return { data, error, reload };
}
