import { useEffect, useRef } from 'preact/hooks';
import { among, firstAnswers } from './first-answers.ts';
import { type Hint, useHints } from './live.ts';
import { reader } from './reader.ts';
import { GivenUp } from './refusal.ts';
import { useAsked } from './use-asked.ts';
import { useCalm } from './use-calm.ts';

type Load<T> = (signal: AbortSignal) => Promise<T>;

export interface Loaded<T> {
  /** The last answer; the old stays while the new is asked for. */
  readonly data: T | undefined;
  /** Why there was no answer the last time. */
  readonly error: unknown;
  readonly reload: () => void;
  /** Shows what a change will come to before it is answered; whatever is under way knows nothing of it, and is dropped. */
  show(change: (data: T) => T): void;
  /** Joins more of the same to what is shown, such as the next page of a list. */
  readonly add: <More>(load: Load<More>, join: (data: T, more: More) => T) => void;
}

interface LoadOptions<T> {
  /** The hints of the server after which it is asked for again. */
  readonly on?: readonly Hint[];
  /** True if hints are answered a moment later, once for all of them; for sums that are costly. */
  readonly calm?: boolean;
  /** The data to show after a hint, made of the old and the new; without it, the new. */
  readonly merge?: (shown: T, found: T) => T;
  /** The pause in changes of the key before the call, in milliseconds, so that typing sends no calls. */
  readonly after?: number;
  /** True if the data is secondary to the page, and loaded after it. */
  readonly later?: boolean;
  /**
   * The time from an answer to the next call, in milliseconds, while the page is looked at; undefined: no next call.
   */
  readonly again?: (data: T | undefined, error: unknown) => number | undefined;
}

const NEVER: readonly Hint[] = [];
/** A call under way for longer may never come back. */
const PATIENCE_MS = 3_000;

/**
 * Lets a hint wait for the call under way. Else it would drop a page that was just asked for and, if hints come faster
 * than answers, every answer.
 */
function useTurns(act: () => void) {
  const latest = useRef(act);
  latest.current = act;
  const underWay = useRef<Promise<unknown>>(undefined);
  const isWaiting = useRef(false);
  useEffect(
    () => () => {
      latest.current = () => undefined;
    },
    [],
  );
  const inTurn = async (): Promise<void> => {
    if (isWaiting.current) return;
    isWaiting.current = true;
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    if (underWay.current !== undefined) await Promise.race([underWay.current.catch(() => undefined), patience]);
    isWaiting.current = false;
    latest.current();
  };
  const track =
    <T>(load: Load<T>): Load<T> =>
    async (signal) => {
      const answer = load(signal);
      underWay.current = answer;
      try {
        return await answer;
      } finally {
        if (underWay.current === answer) underWay.current = undefined;
      }
    };
  return { track, inTurn };
}

/**
 * The one way to load: asked for again when the key changes or the server hints at it; a stale answer is dropped.
 *
 * `@tanstack/preact-query` 5.103.2 in its place has 9.9 KB, gzipped, where this has 0.7 (2026). The first page has 50
 * in all.
 */
export function useLoaded<T>(
  load: Load<T>,
  key: string,
  { on = NEVER, calm = false, after = 0, later = false, merge, again }: LoadOptions<T> = {},
): Loaded<T> {
  const inLine: Load<T> = async (signal) => {
    if (later) {
      await firstAnswers;
      // Another workspace may have been opened meanwhile.
      signal.throwIfAborted();
    }
    // The pages go a moment after their reader has signed out.
    if (reader.peek() === undefined) throw new GivenUp();
    return later ? load(signal) : among(load(signal));
  };
  const { track, inTurn } = useTurns(() => (merge === undefined ? reload() : add(load, merge)));
  const { data, of, error, reload, set, latest } = useAsked(track(inLine), key, after);
  const change = (next: (data: T) => T): void =>
    set((before) => (before.data === undefined ? before : { data: next(before.data), of: before.of }));
  const add: Loaded<T>['add'] = (loadMore, join) => {
    // The data on the page are of another key: there is nothing to join it to.
    if (data === undefined || of !== key) return reload();
    latest.hear(
      track(loadMore),
      (more) => change((shown) => join(shown, more)),
      (problem) => set((before) => ({ ...before, error: problem })),
    );
  };
  const look = (): void => void inTurn();
  const lookSoon = useCalm(look);
  useHints(on, calm ? lookSoon : look);
  // A caller may be of an earlier rendering. The data of the present key, if they are under way, are asked for again.
  const now = useRef({ isBehind: false, reload });
  now.current = { isBehind: data !== undefined && of !== key, reload };
  const pause = again?.(data, error);
  useEffect(() => {
    if (pause === undefined) return;
    const lookIfSeen = (): void => {
      if (!document.hidden) reload();
      else document.addEventListener('visibilitychange', lookIfSeen, { once: true });
    };
    const timer = setTimeout(lookIfSeen, pause);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', lookIfSeen);
    };
  }, [key, data, error, pause]);
  return {
    data,
    error,
    reload,
    add,
    show(next) {
      latest.drop();
      change(next);
      if (now.current.isBehind) now.current.reload();
    },
  };
}
