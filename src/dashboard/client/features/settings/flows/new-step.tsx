import { useState } from 'preact/hooks';
import { ask } from '../../../data/api.ts';
import { type FlowName, flowOf, freeTone, type Step, type Tone } from '../../../parts/flows.ts';
import { GuardedForm } from '../../../parts/guarded-form.tsx';
import { slugFrom } from '../../../parts/slug-from.ts';
import { TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { say } from '../../../ui/toast.tsx';
import { words } from '../../../words/words.ts';
import { ToneMenu } from './tone-menu.tsx';

export interface FlowProps {
  readonly flow: FlowName;
  readonly steps: readonly Step[];
  readonly changed: () => void;
}

/** Asks for an id only where programs send the id. */
export function NewStep({ flow, steps, changed }: FlowProps) {
  const [name, setName] = useState('');
  const [id, setId] = useState<string>();
  const [tone, setTone] = useState<Tone>(freeTone(steps));
  const w = words.value.flows;
  const isOrders = flow === 'orders';
  const newId = id ?? slugFrom(name, 'status-');
  const form = useForm(async () => {
    await ask(flowOf(flow).post({ name, tone, group: 'work', ...(isOrders ? { id: newId } : {}) }));
    say(w.saved);
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
