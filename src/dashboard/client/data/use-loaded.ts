import { useEffect, useState } from 'preact/hooks';
import { type Hint, useHints } from './live.ts';
import { useCalm } from './use-calm.ts';
import { useLatest } from './use-latest.ts';

export interface Loaded<T> {
  /** What was answered last; the old stays while the new is asked for. */
  readonly data: T | undefined;
  /** Why there was no answer the last time. */
  readonly error: unknown;
  readonly reload: () => void;
  /** Shows what a change will come to before it is answered; whatever is under way knows nothing of it, and is dropped. */
  show(change: (data: T) => T): void;
}

export interface LoadOptions<T> {
  /** What the server may hint at whereupon it is asked for anew. */
  readonly on?: readonly Hint[];
  /** Whether hints are answered a moment later, once for all of them: for what is dear to add up. */
  readonly calm?: boolean;
  /** How long nothing else must be wanted before it is asked for, in milliseconds: while somebody types nothing is asked. */
  readonly after?: number;
  /** In how many milliseconds after an answer it is asked for again, once the page is looked at; undefined: not at all. */
  readonly again?: (data: T | undefined) => number | undefined;
}

const NEVER: readonly Hint[] = [];

/** The one way to load: asked for anew when the key changes or the server hints at it; a stale answer is dropped. */
export function useLoaded<T>(load: () => Promise<T>, key: string, options: LoadOptions<T> = {}): Loaded<T> {
  const { on = NEVER, calm = false, after = 0, again } = options;
  const [{ data, error }, set] = useState<Pick<Loaded<T>, 'data' | 'error'>>({ data: undefined, error: undefined });
  const latest = useLatest();
  const reload = (): void =>
    latest.hear(
      load(),
      (answer) => set({ data: answer, error: undefined }),
      (problem) => set((before) => ({ ...before, error: problem })),
    );
  useEffect(() => {
    if (after === 0) return reload();
    latest.drop();
    const timer = setTimeout(reload, after);
    return () => clearTimeout(timer);
  }, [key]);
  const soon = useCalm(reload);
  useHints(on, calm ? soon : reload);
  const pause = again?.(data);
  useEffect(() => {
    if (pause === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      timer = setTimeout(() => (document.hidden ? wait() : reload()), pause);
    };
    wait();
    return () => clearTimeout(timer);
  }, [key, data, error, pause]);
  const show = (change: (data: T) => T): void => {
    latest.drop();
    set((before) => (before.data === undefined ? before : { ...before, data: change(before.data) }));
  };
  return { data, error, reload, show };
}
