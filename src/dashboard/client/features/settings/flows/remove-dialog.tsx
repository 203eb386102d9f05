import { useState } from 'preact/hooks';
import { ask } from '../../../data/api.ts';
import { type FlowName, flowOf, type Step } from '../../../parts/flows.ts';
import { Radios } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { plural } from '../../../ui/format.ts';
import { say } from '../../../ui/toast.tsx';
import { words } from '../../../words/words.ts';

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
export function RemoveDialog({ flow, step, others, onClose, done }: RemoveProps) {
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
