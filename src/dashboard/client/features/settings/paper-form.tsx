import { ask } from '../../data/api.ts';
import { refreshMe, workspace } from '../../data/me.ts';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { settingsOf } from './workspace-data.ts';

/** The shop's words on its papers, beside its name and logo. */
export function PaperForm() {
  const current = workspace.value;
  const form = useForm(async (text) => {
    const body = { address: text('address'), phone: text('phone'), thanks: text('thanks') };
    await ask(settingsOf().profile.post(body));
    await refreshMe();
  });
  const w = pageWords.value.workspace;
  const lines = { maxLength: 200, autocomplete: 'off' } as const;
  return (
    <section aria-labelledby="papers-title">
      <h2 id="papers-title">{w.papers}</h2>
      <p class="meta">{w.papersWhat}</p>
      <Form of={form} class="narrow-form">
        <TextField {...lines} name="address" label={w.address} defaultValue={current?.address ?? ''} />
        <TextField {...lines} name="phone" label={w.phone} inputMode="tel" defaultValue={current?.phone ?? ''} />
        <TextField {...lines} name="thanks" label={w.thanks} hint={w.thanksHint} defaultValue={current?.thanks ?? ''} />
        <FormActions action={words.value.save} done={w.saved} />
      </Form>
    </section>
  );
}
