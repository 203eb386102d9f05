import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { guestWords } from '../words/guest-words.ts';
import { setupWords } from '../words/setup-words.ts';

/** What ties a control to the texts around it. */
interface Tied {
  readonly id: string;
  readonly name: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

interface FieldProps {
  readonly name: string;
  /** Where two forms of one page have a field of this name. */
  readonly id?: string;
  readonly label: string;
  readonly hint?: string;
  /** What is wrong with what was typed. */
  readonly problem: string | undefined;
  readonly children: (tied: Tied) => ComponentChildren;
}

/** A control with its label above, and a hint and what is wrong with it below. */
export function Field({ name, id = name, label, hint, problem, children }: FieldProps) {
  const describedBy = `${hint === undefined ? '' : `${id}-hint `}${id}-problem`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, name, 'aria-invalid': problem !== undefined, 'aria-describedby': describedBy })}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="meta">
          {hint}
        </p>
      )}
      <p id={`${id}-problem`} class="field-problem" role="alert">
        {problem}
      </p>
    </div>
  );
}

/** A password to be chosen: typed once, and shown at will in place of typing it twice. */
export function NewPasswordField({ name, label, problem }: Pick<FieldProps, 'name' | 'label' | 'problem'>) {
  const [isShown, setIsShown] = useState(false);
  const type = isShown ? ({ type: 'text' } as const) : ({ type: 'password' } as const);
  return (
    <Field name={name} label={label} problem={problem} hint={setupWords.value.passwordHint}>
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
          <button type="button" aria-controls={name} onClick={() => setIsShown(!isShown)}>
            {isShown ? guestWords.value.hidePassword : guestWords.value.showPassword}
          </button>
        </div>
      )}
    </Field>
  );
}
