import { api, ask } from '../../data/api.ts';
import { atField } from '../../data/wrong-field.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog, type FormDialogProps } from '../../ui/form-dialog.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Secret, SecretDialog } from '../../ui/secret-dialog.tsx';
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

interface TurnOnProps {
  readonly secret: string;
  readonly uri: string;
  readonly onClose: () => void;
  readonly confirmed: (codes: readonly string[]) => void;
}

/** The first code proves that the app has the key. */
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
