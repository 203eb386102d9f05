import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { keysOf, type MadeKey, PRESETS, SCOPES, type Scope } from '../../data/keys.ts';
import { wrongField } from '../../data/wrong-field.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Choices, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { words } from '../../words/words.ts';

const CHOICES = ['website', 'readOnly', 'custom', 'everything'] as const;
type Choice = (typeof CHOICES)[number];

function scopesOf(choice: Choice, form: FormData): Scope[] {
  if (choice !== 'custom') return [...PRESETS[choice]];
  const chosen = form.getAll('scope');
  return SCOPES.filter((scope) => chosen.includes(scope));
}

export function NewKeyDialog({
  onClose,
  made,
}: {
  readonly onClose: () => void;
  readonly made: (key: MadeKey) => void;
}) {
  const [choice, setChoice] = useState<Choice>('website');
  const w = words.value;
  const form = useForm(async (text, written) => {
    const scopes = scopesOf(choice, new FormData(written));
    if (scopes.length === 0) throw wrongField('scopes', w.apiKeys.chooseOne);
    const body = { name: text('name'), source: text('source'), scopes };
    const { key } = await ask(keysOf().post(body));
    made({ secret: key });
  });
  return (
    <Dialog title={w.apiKeys.newKey} onClose={onClose}>
      <Form of={form}>
        <TextField name="name" label={w.apiKeys.name} required maxLength={200} autofocus autocomplete="off" />
        <TextField
          name="source"
          label={w.apiKeys.source}
          hint={w.apiKeys.sourceHint}
          required
          pattern="[a-z0-9\-]{1,64}"
          autocomplete="off"
        />
        <Choices name="preset" label={w.apiKeys.mayDo}>
          {CHOICES.map((one) => (
            <label class="check" key={one}>
              <input type="radio" name="preset" value={one} checked={choice === one} onChange={() => setChoice(one)} />{' '}
              {one === 'custom' ? w.apiKeys.custom : w.apiKeys.presets[one]}
            </label>
          ))}
        </Choices>
        {choice === 'custom' && (
          <Choices name="scopes" label={w.apiKeys.chooseScopes} class="keys-scopes">
            {SCOPES.map((scope) => (
              <label class="check" key={scope}>
                <input type="checkbox" name="scope" value={scope} /> {w.apiKeys.scopes[scope]} <code>{scope}</code>
              </label>
            ))}
          </Choices>
        )}
        {choice === 'everything' && (
          <p class="keys-warning" role="alert">
            {w.apiKeys.dangerous}
          </p>
        )}
        <FormActions action={w.apiKeys.create} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
