import { api, ask } from '../../data/api.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import type { Passkey } from './make-passkey.ts';

interface PasskeyDialogProps {
  readonly passkey: Pick<Passkey, 'id' | 'name'>;
  readonly onClose: () => void;
}

/** @param isNew true if the passkey was just added and has its automatic name */
export function NameDialog({ passkey, isNew, onClose }: PasskeyDialogProps & { readonly isNew: boolean }) {
  const w = pageWords.value.passkeys;
  return (
    <FormDialog
      title={isNew ? w.addedTitle : w.renameTitle}
      action={words.value.save}
      send={(text) => ask(api.account.passkeys({ id: passkey.id }).rename.post({ name: text('name') }))}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={w.name}
        hint={w.nameHint}
        required
        maxLength={200}
        defaultValue={passkey.name}
        autofocus
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </FormDialog>
  );
}

export function RemoveDialog({ passkey, onClose }: PasskeyDialogProps) {
  const w = pageWords.value.passkeys;
  return (
    <FormDialog
      title={w.removeTitle(passkey.name)}
      effects={[w.removeWhat, w.removeThere]}
      action={words.value.remove}
      danger
      send={() => ask(api.account.passkeys({ id: passkey.id }).remove.post({}))}
      onClose={onClose}
    />
  );
}
