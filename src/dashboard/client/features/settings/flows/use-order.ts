import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../../data/api.ts';
import { type FlowName, flowOf, type Step } from '../../../parts/flows.ts';
import { useSending } from '../../../ui/sending.ts';

interface Order {
  /** The steps in the requested sequence, even before the server has answered. */
  readonly steps: readonly Step[];
  readonly put: (ids: readonly string[]) => void;
  readonly error: unknown;
}

/**
 * Keeps the sequence of the steps, which changes at once and is sent as a whole. During a call, only the latest
 * sequence waits.
 */
export function useOrder(flow: FlowName, steps: readonly Step[], changed: () => void): Order {
  const [wanted, setWanted] = useState<readonly string[]>();
  const latest = useRef<readonly string[]>(undefined);
  const { begin, busy, error } = useSending();
  const send = async (): Promise<void> => {
    for (let sent: readonly string[] | undefined; sent !== latest.current; ) {
      sent = latest.current;
      if (sent !== undefined) await ask(flowOf(flow).order.post({ ids: [...sent] }));
    }
  };
  // This is a layout effect. After the page is painted, it could drop a move that the reader makes in between.
  useLayoutEffect(() => {
    // While a call is under way, only its answer counts.
    if (!busy) setWanted(undefined);
  }, [steps]);
  return {
    steps: wanted === undefined ? steps : steps.toSorted((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id)),
    error,
    put(ids) {
      latest.current = ids;
      setWanted(ids);
      begin(() =>
        send().finally(() => {
          latest.current = undefined;
          changed();
        }),
      );
    },
  };
}
