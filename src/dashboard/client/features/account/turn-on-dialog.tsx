import { api, ask } from '../../data/api.ts';
import { atField } from '../../data/wrong-field.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Secret } from '../../ui/secret-dialog.tsx';
import { pageWords } from '../../words/settings-pages.ts';

interface TurnOnProps {
  readonly secret: string;
  readonly uri: string;
  readonly onClose: () => void;
  readonly confirmed: (codes: readonly string[]) => void;
}

/** Shows the key for the app, and asks for the first code, which proves that the app has the key. */
export function TurnOnDialog({ secret, uri, onClose, confirmed }: TurnOnProps) {
  const w = pageWords.value.factor;
  const { confirm } = api.account['second-factor'];
  return (
    <FormDialog
      title={w.scanTitle}
      effects={[w.scanWhat, w.signsOut]}
      action={w.confirm}
      send={(text) => ask(confirm.post({ code: text('code') })).catch(atField('wrong_code', 'code', w.wrong))}
      done={({ codes }) => confirmed(codes)}
      onClose={onClose}
    >
      <QrCode class="qr-code" text={uri} label={w.picture} />
      <p>{w.byHand}</p>
      <Secret secret={secret} shown={<code>{secret.match(/.{1,4}/g)?.join(' ')}</code>} />
      <TextField
        name="code"
        label={w.code}
        inputMode="numeric"
        autocomplete="one-time-code"
        required
        maxLength={7}
        pattern="[0-9 ]+"
      />
    </FormDialog>
  );
}
