import { useRef, useState } from 'preact/hooks';
import { GivenUp } from '../data/refusal.ts';

/** The state of an action on the server: whether it runs, and how the last attempt ended. */
export interface Sending {
  readonly error: unknown;
  readonly isDone: boolean;
  readonly busy: boolean;
  /** Begins an action, unless another one is under way. */
  readonly begin: (act: () => Promise<unknown>) => void;
  readonly reset: () => void;
}

/** The states of buttons that work independently. One message shows the outcome of the latest attempt. */
export interface Sendings extends Pick<Sending, 'error' | 'reset'> {
  readonly of: (name: string) => Sending;
}

type Outcome = Pick<Sending, 'error' | 'isDone'>;

const NOTHING: Outcome = { error: undefined, isDone: false };

/**
 * Returns the state of a form or a button that sends a request. An action is busy until its promise resolves. An action
 * that opens another page returns the promise of `leave`, and so stays busy.
 */
export const useSending = (): Sending => useSendings().of('');

/** Returns the states of a list's buttons. While one is working, the others can be pressed. */
export function useSendings(): Sendings {
  // A ref is needed, because a state changes only with the next render. Two presses in one tick would then send two
  // requests.
  const underWay = useRef(new Set<string>());
  const [outcome, show] = useState(NOTHING);
  // Each state is a new object. Otherwise nothing would be rendered when an action begins.
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
