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
  /** Joins more of the same to what is shown, such as the next page of a list. */
  readonly add: <More>(load: () => Promise<More>, join: (data: T, more: More) => T) => void;
}

export interface LoadOptions<T> {
  /** What the server may hint at whereupon it is asked for anew. */
  readonly on?: readonly Hint[];
  /** Whether hints are answered a moment later, once for all of them: for what is dear to add up. */
  readonly calm?: boolean;
  /** What is shown after a hint; without it what was found anew. */
  readonly merge?: (shown: T, found: T) => T;
  /** How long nothing else must be wanted before it is asked for, in milliseconds: while somebody types nothing is asked. */
  readonly after?: number;
  /** In how many milliseconds after an answer it is asked for again, once the page is looked at; undefined: not at all. */
  readonly again?: (data: T | undefined) => number | undefined;
}

interface State<T> {
  readonly data?: T;
  /** The key that the data belong to. */
  readonly of?: string;
  readonly error?: unknown;
}

const NEVER: readonly Hint[] = [];

/** The one way to load: asked for anew when the key changes or the server hints at it; a stale answer is dropped. */
export function useLoaded<T>(load: () => Promise<T>, key: string, options: LoadOptions<T> = {}): Loaded<T> {
  const { on = NEVER, calm = false, after = 0, merge, again } = options;
  const [{ data, of, error }, set] = useState<State<T>>({});
  const latest = useLatest();
  const show = (change: (data: T) => T): void =>
    set((before) => (before.data === undefined ? before : { ...before, data: change(before.data), error: undefined }));
  const fail = (problem: unknown): void => set((before) => ({ ...before, error: problem }));
  const reload = (): void => latest.hear(load(), (answer) => set({ data: answer, of: key }), fail);
  const add: Loaded<T>['add'] = (loadMore, join) => {
    // What is shown is of another key: there is nothing to join it to.
    if (data === undefined || of !== key) return reload();
    latest.hear(loadMore(), (more) => show((shown) => join(shown, more)), fail);
  };
  useEffect(() => {
    // It was of what is not wanted any more.
    if (error !== undefined) fail(undefined);
    if (after === 0) return reload();
    latest.drop();
    const timer = setTimeout(reload, after);
    return () => clearTimeout(timer);
  }, [key]);
  const look = (): void => (merge === undefined ? reload() : add(load, merge));
  const lookSoon = useCalm(look);
  useHints(on, calm ? lookSoon : look);
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
  const showNow = (change: (data: T) => T): void => {
    latest.drop();
    show(change);
  };
  return { data, error, reload, add, show: showNow };
}
