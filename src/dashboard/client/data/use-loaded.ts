import { useEffect, useRef } from 'preact/hooks';
import { among, firstAnswers } from './first-answers.ts';
import { type Hint, useHints } from './live.ts';
import { reader } from './reader.ts';
import { GivenUp } from './refusal.ts';
import { useAsked } from './use-asked.ts';

type Load<T> = (signal: AbortSignal) => Promise<T>;

export interface Loaded<T> {
  readonly data: T | undefined;
  /** True while the data belongs to an earlier key. */
  readonly isOld: boolean;
  readonly error: unknown;
  readonly reload: () => void;
  /** Changes the shown data at once. Drops any load under way, because its answer may not include the change. */
  show(change: (data: T) => T): void;
  readonly add: <More>(load: Load<More>, join: (data: T, more: More) => T) => void;
}

interface LoadOptions<T> {
  readonly on?: readonly Hint[];
  /** True for costly data. The server's hints then reload it at most once in `QUIET_MS`. */
  readonly calm?: boolean;
  /**
   * Combines the data on the page with the data that was loaded after the server's hint about a change. By default, the
   * loaded data replaces the data on the page.
   */
  readonly merge?: (shown: T, found: T) => T;
  /**
   * The pause in milliseconds between a change of `key` and the call to the server. Without a pause, a search would
   * call the server once for each typed letter.
   */
  readonly after?: number;
  /** True if the data is secondary to the page, and loaded after it. */
  readonly later?: boolean;
  /**
   * Returns the pause in milliseconds before the data is loaded again; undefined to load it no more. If the page is
   * hidden after the pause, loading waits until the page is visible.
   */
  readonly again?: (data: T | undefined, error: unknown) => number | undefined;
}

/** Returns the data. If loading a new key failed, returns undefined instead of the data of the old key. */
export const fitting = <T>({ data, isOld, error }: Loaded<T>): T | undefined =>
  isOld && error !== undefined ? undefined : data;

/** Returns a function that appends the rows of a page to those shown. @param list the property with the rows */
export const joined =
  <List extends string>(list: List) =>
  <Page extends Readonly<Record<List, readonly unknown[]>>>(shown: Page, page: Page): Page => ({
    ...page,
    [list]: [...shown[list], ...page[list]],
  });

const NEVER: readonly Hint[] = [];
/**
 * The maximum time that a reload waits for the running call. Without a limit, it could wait forever, because the
 * running call may never be answered.
 */
const PATIENCE_MS = 3_000;

/**
 * Delays `act`, which loads the data again, until the running call is answered, or for `PATIENCE_MS` at most. Otherwise
 * frequent hints would cancel each call before its answer, and nothing would ever be shown.
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
 * The standard way to load data. It loads again when the key changes or the server sends a hint, and drops stale
 * answers.
 *
 * `@tanstack/preact-query` 5.103.2 would take 9.9 KB gzipped instead of 0.7 (2026). The whole first page takes 50 KB.
 */
export function useLoaded<T>(
  load: Load<T>,
  key: string,
  { on = NEVER, calm = false, after = 0, later = false, merge, again }: LoadOptions<T> = {},
): Loaded<T> {
  const inLine: Load<T> = async (signal) => {
    if (later) {
      await firstAnswers;
      // The data may no longer be wanted, for example after a change of workspace.
      signal.throwIfAborted();
    }
    // Pages stay for a moment after their reader has signed out. In that moment, they must not send calls.
    if (reader.peek() === undefined) throw new GivenUp();
    return later ? load(signal) : among(load(signal));
  };
  const { track, inTurn } = useTurns(() => (merge === undefined ? reload() : add(load, merge)));
  const { data, of, error, reload, set, latest } = useAsked(track(inLine), key, after);
  const change = (next: (data: T) => T): void =>
    set((before) => (before.data === undefined ? before : { data: next(before.data), of: before.of }));
  const add: Loaded<T>['add'] = (loadMore, join) => {
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
  // `now` is a ref, because a caller may hold a `show` from an earlier render.
  const isOld = data !== undefined && of !== key;
  const now = useRef({ isOld, reload });
  now.current = { isOld, reload };
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
    isOld,
    error,
    reload,
    add,
    show(next) {
      latest.drop();
      change(next);
      if (now.current.isOld) now.current.reload();
    },
  };
}

/** The interval at which costly sums are reloaded in a busy shop, instead of after every order. */
const QUIET_MS = 3_000;

/** Returns a function that runs the action after `QUIET_MS`. Further calls during this time do not run it again. */
function useCalm(act: () => void): () => void {
  const latest = useRef(act);
  latest.current = act;
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  return () => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      latest.current();
    }, QUIET_MS);
  };
}
