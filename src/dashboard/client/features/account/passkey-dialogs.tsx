import { api, ask } from '../../data/api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EffectDialog } from '../../ui/effect-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import type { Passkey } from './make-passkey.ts';

interface PasskeyDialogProps {
  readonly it: Pick<Passkey, 'id' | 'name'>;
  readonly onClose: () => void;
}

/** @param isNew it was added this moment, and has the name that it was given by itself */
export function NameDialog({ it, isNew, onClose }: PasskeyDialogProps & { readonly isNew: boolean }) {
  const form = useForm(async (text) => {
    await ask(api.account.passkeys({ id: it.id }).rename.post({ name: text('name') }));
    onClose();
  });
  const w = pageWords.value.passkeys;
  return (
    <Dialog title={isNew ? w.addedTitle : w.renameTitle} onClose={onClose}>
      <Form of={form}>
        <TextField
          name="name"
          label={w.name}
          hint={w.nameHint}
          required
          maxLength={200}
          defaultValue={it.name}
          autofocus
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <FormActions action={words.value.save} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

export function RemoveDialog({ it, onClose }: PasskeyDialogProps) {
  const w = pageWords.value.passkeys;
  return (
    <EffectDialog
      title={w.removeTitle(it.name)}
      effects={[w.removeWhat, w.removeThere]}
      verb={words.value.remove}
      danger={true}
      act={() => ask(api.account.passkeys({ id: it.id }).remove.post({}))}
      onClose={onClose}
    />
  );
}
