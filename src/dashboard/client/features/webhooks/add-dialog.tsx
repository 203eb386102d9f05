import { AddressField } from '../../parts/address-field.tsx';
import { SigningHelp } from '../../parts/receiver-code.tsx';
import { SigningSecret } from '../../parts/signing-secret.tsx';
import { addEndpoint } from '../../parts/webhooks.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { words } from '../../words/words.ts';
import { EventChoice, readDraft } from './event-choice.tsx';
import { TestEvent } from './test-event.tsx';

export type AddedEndpoint = Awaited<ReturnType<typeof addEndpoint>>;

interface AddDialogProps {
  readonly onClose: () => void;
  readonly added: (made: AddedEndpoint) => void;
}

export function AddDialog({ onClose, added }: AddDialogProps) {
  const w = words.value.hooks;
  return (
    <FormDialog
      title={w.addEndpoint}
      action={w.add}
      send={(_, written) => addEndpoint(readDraft(written))}
      done={added}
      onClose={onClose}
    >
      <AddressField />
      <EventChoice />
    </FormDialog>
  );
}

export function AddedDialog({ added, onClose }: { readonly added: AddedEndpoint; readonly onClose: () => void }) {
  return (
    <SigningSecret secret={added.secret} onClose={onClose}>
      <SigningHelp />
      <h3>{words.value.hooks.tryTitle}</h3>
      <TestEvent id={added.id} />
    </SigningSecret>
  );
}
