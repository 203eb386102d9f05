import { callServer } from '../../../data/call-server.ts';
import { atField } from '../../../data/wrong-field.ts';
import { TextField } from '../../../ui/field.tsx';
import { Form, useForm } from '../../../ui/form.tsx';
import { Trouble } from '../../../ui/guest-parts.tsx';
import { CODE_EN, CODE_RU } from '../../../words/code.ts';
import { guestWords } from '../../../words/guest-words.ts';
import { inBoth } from '../../../words/language.ts';

const codeWords = inBoth(CODE_EN, CODE_RU);

interface CodeStepProps {
  /** The fields of the sign-in form, with the correct password. */
  readonly given: object;
  readonly signedIn: () => Promise<void> | void;
  readonly back: () => void;
}

export function CodeStep({ given, signedIn, back }: CodeStepProps) {
  const w = codeWords.value;
  const form = useForm(async (text) => {
    await callServer('sign-in', { ...given, code: text('code') }).catch(atField('wrong_code', 'code', w.wrong));
    await signedIn();
  });
  return (
    <Form of={form}>
      <TextField
        name="code"
        label={w.title}
        hint={w.what}
        autocomplete="one-time-code"
        autocapitalize="off"
        spellcheck={false}
        required
        maxLength={40}
        autofocus
      />
      {form.whole !== undefined && <Trouble error={form.whole} />}
      <div class="actions">
        <button type="button" onClick={back}>
          {w.back}
        </button>
        <button type="submit" class="main">
          {guestWords.value.signIn}
        </button>
      </div>
    </Form>
  );
}
