import { api, ask } from '../../data/api.ts';
import { atField } from '../../data/wrong-field.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
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

export function OffDialog({ onClose }: { readonly onClose: () => void }) {
  const w = pageWords.value.factor;
  const { off } = api.account['second-factor'];
  return (
    <FormDialog
      title={w.turnOffTitle}
      effects={[w.turnOffWhat]}
      action={w.turnOff}
      danger
      send={(text) => ask(off.post({ code: text('code') })).catch(atField('wrong_code', 'code', w.wrong))}
      onClose={onClose}
    >
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
