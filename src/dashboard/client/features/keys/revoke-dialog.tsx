import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { type Key, keysOf } from '../../data/keys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { words } from '../../words/words.ts';

/** A slip of the finger must not stop a shop's site: the key's name is typed first. */
export function RevokeDialog({
  it,
  onClose,
  revoked,
}: {
  readonly it: Key;
  readonly onClose: () => void;
  readonly revoked: () => void;
}) {
  const [typed, setTyped] = useState('');
  const w = words.value;
  const form = useForm(() => ask(keysOf()({ id: it.id }).revoke.post({})).then(revoked));
  return (
    <Dialog title={w.apiKeys.revokeTitle(it.name)} onClose={onClose}>
      <p>{w.apiKeys.revokeWhat}</p>
      <Form of={form}>
        <TextField
          name="name"
          label={w.apiKeys.typeName(it.name)}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
          autofocus
          autocomplete="off"
          spellcheck={false}
        />
        <FormActions action={w.apiKeys.revoke} onClose={onClose} danger disabled={typed.trim() !== it.name.trim()} />
      </Form>
    </Dialog>
  );
}
