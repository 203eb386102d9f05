import { api, ask } from '../../data/api.ts';
import { atField } from '../../data/wrong-field.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { pageWords } from '../../words/settings-pages.ts';

/** Cannot be closed by accident: the codes are never shown again. */
export function CodesDialog({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const w = pageWords.value.factor;
  return (
    <Dialog title={w.codesTitle} onClose={onClose} locked>
      <p>{w.codesWhat}</p>
      <ul class="secret account-recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="actions">
        <CopyButton text={codes.join('\n')} what={w.copyAll} />
        <button type="button" class="main" onClick={onClose}>
          {w.saved}
        </button>
      </div>
    </Dialog>
  );
}

export function OffDialog({ onClose }: { readonly onClose: () => void }) {
  const w = pageWords.value.factor;
  const form = useForm(async (text) => {
    await ask(api.account['second-factor'].off.post({ code: text('code') })).catch(
      atField('wrong_code', 'code', w.wrong),
    );
    onClose();
  });
  return (
    <Dialog title={w.turnOffTitle} onClose={onClose}>
      <p>{w.turnOffWhat}</p>
      <Form of={form}>
        <TextField
          name="code"
          label={w.anyCode}
          autocomplete="one-time-code"
          autocapitalize="off"
          required
          maxLength={40}
          autofocus
        />
        <FormActions action={w.turnOff} onClose={onClose} danger />
      </Form>
    </Dialog>
  );
}
