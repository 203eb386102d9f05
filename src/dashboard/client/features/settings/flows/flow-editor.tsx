import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../../data/api.ts';
import { type FlowName, flowOf, type Step } from '../../../parts/flows.ts';
import { Problem } from '../../../ui/problem/problem.tsx';
import { useSending } from '../../../ui/sending.ts';
import { say } from '../../../ui/toast.tsx';
import { useDrag } from '../../../ui/use-drag.ts';
import { words } from '../../../words/words.ts';
import { type FlowProps, NewStep } from './new-step.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { StepRow } from './step-row.tsx';

export function FlowEditor({ flow, steps: kept, changed }: FlowProps) {
  const list = useRef<HTMLOListElement>(null);
  /** The step whose handle was pressed. Moving its row takes the focus away, so the handle gets it back afterwards. */
  const pressed = useRef<string>(undefined);
  const [removing, setRemoving] = useState<Step>();
  const { steps, put, error } = useOrder(flow, kept, changed);
  const ids = steps.map(({ id }) => id);
  const w = words.value.flows;
  // This is a layout effect, so that the next key press still reaches the handle.
  useLayoutEffect(() => {
    const handle = list.current?.querySelector<HTMLElement>(`[data-id="${pressed.current}"] .drag-handle`);
    pressed.current = undefined;
    handle?.focus();
  }, [ids.join(' ')]);
  const move = (id: string, to: number): void => {
    const step = steps.find((one) => one.id === id);
    if (step === undefined || ids[to] === undefined || ids[to] === id) return;
    put(ids.filter((one) => one !== id).toSpliced(to, 0, id));
    say(w.moved(step.name, to + 1, ids.length), () => put(ids));
  };
  const drag = useDrag(list, { byHandle: true, drop: (id, place) => move(id, ids.indexOf(place)) });
  const isUp = drag?.over !== undefined && ids.indexOf(drag.over) < ids.indexOf(drag.id);
  return (
    <section class="flows">
      <Problem error={error} />
      <p class="meta flows-hint">{w.carryHint}</p>
      <div class="flows-line flows-heads meta" aria-hidden="true">
        <span>{w.name}</span>
        <span>{w.group}</span>
      </div>
      <ol class="flows-steps" ref={list}>
        {steps.map((step, at) => (
          <StepRow
            key={step.id}
            flow={flow}
            step={step}
            drag={drag?.id === step.id ? 'held' : drag?.over !== step.id ? undefined : isUp ? 'above' : 'below'}
            carry={(by) => {
              pressed.current = step.id;
              move(step.id, at + by);
            }}
            changed={changed}
            remove={steps.length === 1 ? undefined : () => setRemoving(step)}
          />
        ))}
      </ol>
      <NewStep key={steps.length} flow={flow} steps={steps} changed={changed} />
      {removing !== undefined && (
        <RemoveDialog
          flow={flow}
          step={removing}
          others={steps.filter(({ id }) => id !== removing.id)}
          onClose={() => setRemoving(undefined)}
          done={changed}
        />
      )}
    </section>
  );
}

interface Order {
  /** The steps in the requested sequence, even before the server has answered. */
  readonly steps: readonly Step[];
  readonly put: (ids: readonly string[]) => void;
  readonly error: unknown;
}

/**
 * Keeps the requested sequence of the steps. The page shows a change at once, and sends the whole sequence. If the
 * sequence changes during a call, only the latest one is sent after it.
 */
function useOrder(flow: FlowName, steps: readonly Step[], changed: () => void): Order {
  const [wanted, setWanted] = useState<readonly string[]>();
  const latest = useRef<readonly string[]>(undefined);
  const { begin, busy, error } = useSending();
  const send = async (): Promise<void> => {
    for (let sent: readonly string[] | undefined; sent !== latest.current; ) {
      sent = latest.current;
      if (sent !== undefined) await ask(flowOf(flow).order.post({ ids: [...sent] }));
    }
  };
  // This is a layout effect, so it runs before the page is painted. A later effect could undo the move of a step that
  // the user has just made.
  useLayoutEffect(() => {
    // While a call is under way, loaded steps may still have the old sequence, so the wanted one stays.
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
