import { useState } from 'preact/hooks';
import { ACCENTS } from '../../../shared/accents.ts';
import { ask } from '../../data/api.ts';
import { here, logoAddress, refreshMe, workspace } from '../../data/me.ts';
import { wearAccent } from '../../ui/accent.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Choices, Field } from '../../ui/field.tsx';
import { FileBox } from '../../ui/file-box.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { settingsOf } from './workspace-data.ts';

const FIRST_OWN = '#1f5c4d';

/** The look of the shop: its colour and its logo. A colour is tried on the page before it is saved. */
export function LookForm() {
  const current = workspace.value;
  const [accent, setAccent] = useState(current?.accent ?? 'pine');
  const form = useForm(async () => {
    await ask(settingsOf().profile.post({ accent }));
    await refreshMe();
  });
  const w = pageWords.value.workspace;
  const own = accent.startsWith('#');
  const choose = (chosen: string): void => {
    setAccent(chosen);
    void wearAccent(document.documentElement, chosen);
  };
  return (
    <section aria-labelledby="look-title">
      <h2 id="look-title">{w.look}</h2>
      <Form of={form}>
        <Choices name="accent" label={w.accent} class="settings-accents">
          {ACCENTS.map((name) => (
            <label key={name} class="settings-accent" data-accent={name}>
              <input type="radio" name="accent" checked={accent === name} onChange={() => choose(name)} />
              {w.accents[name]}
            </label>
          ))}
          <label class="settings-accent">
            <input type="radio" name="accent" checked={own} onChange={() => choose(own ? accent : FIRST_OWN)} />
            {w.ownAccent}
          </label>
          {own && (
            <input
              type="color"
              aria-label={w.ownAccent}
              value={accent}
              onInput={({ currentTarget }) => choose(currentTarget.value)}
            />
          )}
        </Choices>
        <p class="meta">{w.accentWhat}</p>
        <FormActions action={words.value.save} done={w.saved} />
      </Form>
      <LogoForm />
    </section>
  );
}

const inBase64 = async (file: File): Promise<string> => {
  const letters = Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCharCode(byte));
  return btoa(letters.join(''));
};

function LogoForm() {
  const removing = useSending();
  const form = useForm(async (_text, element) => {
    const [file] = element.querySelector<HTMLInputElement>('input[type=file]')?.files ?? [];
    if (file === undefined) return;
    await ask(logo().post({ image: await inBase64(file) }));
    await refreshMe();
    element.reset();
  });
  const w = pageWords.value.workspace;
  const address = logoAddress();
  const logo = () => here().logo;
  const remove = () => ask(logo().remove.post({})).then(refreshMe);
  return (
    <Form of={form} class="narrow-form settings-logo-form">
      <Field name="image" label={w.logo} hint={w.logoHint}>
        {(tied) => <FileBox key={address} {...tied} accept="image/png,image/jpeg,image/webp" required />}
      </Field>
      {address !== undefined && (
        <p class="line">
          <img class="settings-logo" src={address} alt={w.logo} />
          <ActButton sending={removing} act={remove} class="quiet danger">
            {w.removeLogo}
          </ActButton>
        </p>
      )}
      <Problem error={removing.error} />
      <FormActions action={w.setLogo} done={w.saved} />
    </Form>
  );
}
