import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../../data/api.ts';
import { type FlowName, flowOf, freeTone, type Step, type Tone } from '../../../parts/flows.ts';
import { GuardedForm } from '../../../parts/guarded-form.tsx';
import { slugFrom } from '../../../parts/slug-from.ts';
import { Radios, TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { plural } from '../../../ui/format.ts';
import { Problem } from '../../../ui/problem/problem.tsx';
import { useSending } from '../../../ui/sending.ts';
import { say } from '../../../ui/toast.tsx';
import { useDrag } from '../../../ui/use-drag.ts';
import { words } from '../../../words/words.ts';
import { StepRow } from './step-row.tsx';
import { ToneMenu } from './tone-menu.tsx';

export function FlowEditor({ flow, steps: kept, changed }: FlowProps) {
  const list = useRef<HTMLOListElement>(null);
  /** The step whose handle was pressed. Moving its row takes the focus away, so the handle gets it back afterwards. */
  const pressed = useRef<string>(undefined);
  const [removing, setRemoving] = useState<Step>();
  const { steps, put, error } = useOrder(flow, kept, changed);
  const ids = steps.map(({ id }) => id);
  const w = words.value.flows;
  // Moving a row takes the focus from its handle. A layout effect gives the focus back before the next key press.
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
 * Keeps the requested sequence of the steps. The page shows a new sequence at once, and sends it whole. If the user
 * changes it again during a call, only the latest sequence is sent after that call.
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
  // A layout effect runs before the page is painted. An effect after painting could undo a move that the user has just
  // made.
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

interface RemoveProps {
  readonly flow: FlowName;
  readonly step: Step;
  readonly others: readonly Step[];
  readonly onClose: () => void;
  readonly done: () => void;
}

/**
 * Removes a status or a stage. The inquiries of a stage get another stage first; a status can be removed only while no
 * order has it.
 */
function RemoveDialog({ flow, step, others, onClose, done }: RemoveProps) {
  const [to, setTo] = useState(others[0]?.id ?? '');
  const w = words.value.flows;
  const remove = async (): Promise<void> => {
    await ask(flowOf(flow)({ id: step.id }).remove.post(step.count === 0 ? {} : { to }));
    say(w.removed(step.name));
    done();
  };
  return (
    <FormDialog title={w[flow].removeTitle} action={w.remove} danger send={remove} onClose={onClose}>
      <p>
        <strong>{step.name}</strong>
        {flow === 'orders' && (
          <>
            {' '}
            <code>{step.id}</code>
          </>
        )}
      </p>
      {step.count === 0 ? (
        <p>{w[flow].removeEmpty}</p>
      ) : (
        <Radios
          name="to"
          label={plural(step.count, w.removeCards)}
          value={to}
          choose={setTo}
          options={others.map(({ id, name }) => ({ value: id, text: name }))}
        />
      )}
    </FormDialog>
  );
}

interface FlowProps {
  readonly flow: FlowName;
  readonly steps: readonly Step[];
  readonly changed: () => void;
}

/**
 * Shows the form for a new step. It asks for an id only in the flow of orders, because sites and other programs send
 * these ids.
 */
function NewStep({ flow, steps, changed }: FlowProps) {
  const [name, setName] = useState('');
  const [id, setId] = useState<string>();
  const [tone, setTone] = useState<Tone>(freeTone(steps));
  const w = words.value.flows;
  const isOrders = flow === 'orders';
  const newId = id ?? slugFrom(name, 'status-');
  const form = useForm(async () => {
    await ask(flowOf(flow).post({ name, tone, group: 'work', ...(isOrders ? { id: newId } : {}) }));
    say(words.value.saved);
    changed();
  });
  return (
    <GuardedForm of={form} class="flows-new">
      <div class="flows-colour">
        <span class="meta" aria-hidden="true">
          {w.tone}
        </span>
        <ToneMenu tone={tone} set={setTone} />
      </div>
      <TextField
        name="name"
        label={w[flow].fresh}
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
        required
        maxLength={60}
      />
      {isOrders && name !== '' && (
        <TextField
          name="id"
          label={w.id}
          hint={w.idHint}
          value={newId}
          onInput={({ currentTarget }) => setId(currentTarget.value)}
          required
          maxLength={64}
          spellcheck={false}
        />
      )}
      <FormActions action={w[flow].add} />
    </GuardedForm>
  );
}
