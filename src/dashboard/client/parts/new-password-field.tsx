import { useState } from 'preact/hooks';
import { Field, type FieldProps } from '../ui/field.tsx';
import { setupWords } from '../words/setup-words.ts';

export function NewPasswordField({ name, label }: Pick<FieldProps, 'name' | 'label'>) {
  const [isShown, setIsShown] = useState(false);
  const type = isShown ? ({ type: 'text' } as const) : ({ type: 'password' } as const);
  return (
    <Field name={name} label={label} hint={setupWords.value.passwordHint}>
      {(tied) => (
        <div class="with-button">
          <input
            {...tied}
            {...type}
            autocomplete="new-password"
            autocapitalize="off"
            spellcheck={false}
            required
            minLength={8}
            maxLength={128}
          />
          <button type="button" aria-controls={tied.id} onClick={() => setIsShown(!isShown)}>
            {isShown ? setupWords.value.hidePassword : setupWords.value.showPassword}
          </button>
        </div>
      )}
    </Field>
  );
}
