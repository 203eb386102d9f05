import { useRef, useState } from 'preact/hooks';
import { GivenUp } from '../data/refusal.ts';

/** Something that is done at the server: one at a time, and what became of the last try. */
export interface Sending {
  readonly error: unknown;
  readonly isDone: boolean;
  readonly busy: boolean;
  /** Begins an action. While it is under way another one is swallowed. */
  readonly begin: (act: () => Promise<unknown>) => void;
  /** Clears the last outcome. */
  readonly reset: () => void;
}

/** Buttons of a list that work independently; the result of the latest try is said once for all. */
export interface Sendings extends Pick<Sending, 'error' | 'reset'> {
  /** @param name tells the button from the others */
  readonly of: (name: string) => Sending;
}

type Outcome = Pick<Sending, 'error' | 'isDone'>;

const NOTHING: Outcome = { error: undefined, isDone: false };

/**
 * The state of a form or a button that sends. An action ends with its promise; one that leads to another page ends with
 * `leave`.
 */
export const useSending = (): Sending => useSendings().of('');

/** The states of a list's buttons: while one is at work the others can be pressed. */
export function useSendings(): Sendings {
  // A state would be known after the next rendering only: two presses in one tick would be two requests.
  const underWay = useRef(new Set<string>());
  const [outcome, show] = useState(NOTHING);
  // Each state is a new value, so that the running action is shown as well.
  const reset = (): void => show({ ...NOTHING });
  const end = (name: string, isDone: boolean, error?: unknown): void => {
    underWay.current.delete(name);
    show({ isDone, error });
  };
  return {
    error: outcome.error,
    reset,
    of: (name) => ({
      ...outcome,
      reset,
      busy: underWay.current.has(name),
      begin(act) {
        if (underWay.current.has(name)) return;
        underWay.current.add(name);
        reset();
        (async () => act())().then(
          () => end(name, true),
          (error) => end(name, false, error instanceof GivenUp ? undefined : error),
        );
      },
    }),
  };
}
