import { atField } from '../../data/wrong-field.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog, type FormDialogProps } from '../../ui/form-dialog.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { pageWords } from '../../words/settings-pages.ts';

export function CodesDialog({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const w = pageWords.value.factor;
  return (
    <SecretDialog
      secret={codes.join('\n')}
      shown={
        <ul class="account-recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      }
      title={w.codesTitle}
      what={w.codesWhat}
      copy={w.copyAll}
      saved={w.saved}
      onClose={onClose}
    />
  );
}

interface CodeFormProps<T>
  extends Pick<FormDialogProps<T>, 'title' | 'effects' | 'action' | 'danger' | 'done' | 'onClose'> {
  readonly send: (code: { readonly code: string }) => Promise<T>;
}

/** Asks for a code before a change that only the holder of the app may make. */
export function CodeForm<T>({ send, ...dialog }: CodeFormProps<T>) {
  const w = pageWords.value.factor;
  return (
    <FormDialog {...dialog} send={(text) => send({ code: text('code') }).catch(atField('wrong_code', 'code', w.wrong))}>
      <TextField
        name="code"
        label={w.anyCode}
        autocomplete="one-time-code"
        autocapitalize="off"
        required
        maxLength={40}
        autofocus
      />
    </FormDialog>
  );
}
