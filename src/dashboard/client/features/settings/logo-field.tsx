import { ask } from '../../data/api.ts';
import { here, logoAddress, refreshMe } from '../../data/me.ts';
import { base64Of } from '../../data/picture-text.ts';
import { scaledPicture } from '../../data/scaled-picture.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Field } from '../../ui/field.tsx';
import { FileBox } from '../../ui/file-box.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { say } from '../../ui/toast.tsx';
import { pageWords } from '../../words/settings-pages.ts';

export function LogoField() {
  const sending = useSending();
  const w = pageWords.value.workspace;
  const address = logoAddress();
  const logo = () => here().logo;
  const put = async (file: File): Promise<void> => {
    await ask(logo().post({ image: base64Of(await scaledPicture(file, { path: 'image', isDrawn: true })) }));
    await refreshMe();
    say(w.saved);
  };
  const remove = () => ask(logo().remove.post({})).then(refreshMe);
  return (
    <div class="narrow-form settings-logo-field" aria-busy={sending.busy}>
      <Field name="image" label={w.logo} hint={w.logoHint}>
        {({ name: _, ...tied }) => (
          <FileBox
            key={address}
            {...tied}
            accept="image/png,image/jpeg,image/webp"
            chosen={(file) => file !== undefined && sending.begin(() => put(file))}
          />
        )}
      </Field>
      {address !== undefined && (
        <p class="line">
          <img class="settings-logo" src={address} alt={w.logo} />
          <ActButton sending={sending} act={remove} class="quiet danger">
            {w.removeLogo}
          </ActButton>
        </p>
      )}
      <Problem error={sending.error} />
    </div>
  );
}
