import { useRef, useState } from 'preact/hooks';

/** Something that is done at the server: one at a time, and what became of the last try. */
export interface Sending {
  readonly error: unknown;
  readonly isDone: boolean;
  readonly busy: boolean;
  /** Begins an action. While it is under way another one is swallowed. */
  readonly begin: (act: () => Promise<unknown>) => void;
  /** What was said before holds no more. */
  readonly reset: () => void;
}

/** Thrown by an action that its reader left half way: nothing was done, and nothing is to be said of it. */
export class GivenUp extends Error {}

/** `busy` while it is under way, what it came to afterwards. */
type State = Pick<Sending, 'error' | 'isDone' | 'busy'>;

const stateOf = (busy: boolean, isDone = false, error?: unknown): State => ({ busy, isDone, error });

/** For a form or a button. An action ends with its promise; one that leads to another page ends with `leave`. */
export function useSending(): Sending {
  // A state would be known after the next rendering only: two presses in one tick would be two requests.
  const isUnderWay = useRef(false);
  const [shown, show] = useState(() => stateOf(false));
  const end = (isDone: boolean, error?: unknown): void => {
    isUnderWay.current = false;
    show(stateOf(false, isDone, error));
  };
  return {
    ...shown,
    begin(act) {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      show(stateOf(true));
      (async () => act())().then(
        () => end(true),
        (error) => end(false, error instanceof GivenUp ? undefined : error),
      );
    },
    reset: () => show(({ busy }) => stateOf(busy)),
  };
}
