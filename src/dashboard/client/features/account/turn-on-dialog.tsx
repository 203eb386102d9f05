import { api, ask } from '../../data/api.ts';
import { atField } from '../../data/wrong-field.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { pageWords } from '../../words/settings-pages.ts';

interface TurnOnProps {
  readonly secret: string;
  readonly uri: string;
  readonly onClose: () => void;
  readonly confirmed: (codes: readonly string[]) => void;
}

/** The key for the app, and the first code, which shows that the app has it. */
export function TurnOnDialog({ secret, uri, onClose, confirmed }: TurnOnProps) {
  const w = pageWords.value.factor;
  const form = useForm(async (text) => {
    const { codes } = await ask(api.account['second-factor'].confirm.post({ code: text('code') })).catch(
      atField('wrong_code', 'code', w.wrong),
    );
    confirmed(codes);
  });
  return (
    <Dialog title={w.scanTitle} onClose={onClose}>
      <p>{w.scanWhat}</p>
      <QrCode class="account-qr" text={uri} label={w.picture} />
      <p>{w.byHand}</p>
      <p class="secret account-with-copy">
        <code>{secret.match(/.{1,4}/g)?.join(' ')}</code> <CopyButton text={secret} />
      </p>
      <Form of={form}>
        <TextField
          name="code"
          label={w.code}
          inputMode="numeric"
          autocomplete="one-time-code"
          required
          maxLength={7}
          pattern="[0-9 ]+"
        />
        <FormActions action={w.confirm} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
