import { api, ask, Refusal } from '../../data/api.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { focusFirst } from '../../ui/guest-parts.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';

/** Cannot be closed by accident: the codes are never shown again. */
export function CodesDialog({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const w = pageWords.value.factor;
  return (
    <Dialog title={w.codesTitle} onClose={onClose} locked>
      <p>{w.codesWhat}</p>
      <ul class="secret recovery-codes">
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
  const form = useForm(async (text) => {
    await ask(api.account['second-factor'].off.post({ code: text('code') }));
    onClose();
  });
  const w = pageWords.value.factor;
  const isWrong = form.error instanceof Refusal && form.error.code === 'wrong_code';
  return (
    <Dialog title={w.turnOffTitle} onClose={onClose}>
      <p>{w.turnOffWhat}</p>
      <Form of={form} onInput={form.reset}>
        <Field name="code" label={w.anyCode} problem={isWrong ? w.wrong : undefined}>
          {(tied) => (
            <input
              {...tied}
              autocomplete="one-time-code"
              autocapitalize="off"
              required
              maxLength={20}
              ref={focusFirst}
            />
          )}
        </Field>
        {form.error !== undefined && !isWrong && <Problem error={form.error} />}
        <div class="actions">
          <button type="button" onClick={onClose}>
            {words.value.cancel}
          </button>
          <button type="submit" class="danger">
            {w.turnOff}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
