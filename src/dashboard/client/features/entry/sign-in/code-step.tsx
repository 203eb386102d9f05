import { callServer } from '../../../data/call-server.ts';
import { Refusal } from '../../../data/refusal.ts';
import { Form, useForm } from '../../../ui/form.tsx';
import { focusFirst, Trouble } from '../../../ui/guest-parts.tsx';
import { CODE_EN, CODE_RU } from '../../../words/code.ts';
import { guestWords } from '../../../words/guest-words.ts';
import { language } from '../../../words/language.ts';

interface CodeStepProps {
  /** That the password was right for. */
  readonly given: object;
  readonly signedIn: () => Promise<void> | void;
  readonly back: () => void;
}

/** The second step of signing in, of who has turned it on. */
export function CodeStep({ given, signedIn, back }: CodeStepProps) {
  const w = language.value === 'ru' ? CODE_RU : CODE_EN;
  const form = useForm(async (text) => {
    await callServer('sign-in', { ...given, code: text('code') });
    await signedIn();
  });
  const { error } = form;
  const isWrong = error instanceof Refusal && error.code === 'wrong_code';
  return (
    <Form of={form}>
      <label>
        {w.title}
        <input
          name="code"
          autocomplete="one-time-code"
          autocapitalize="off"
          spellcheck={false}
          required
          maxLength={20}
          aria-describedby="code-what"
          ref={focusFirst}
        />
      </label>
      <p id="code-what" class="meta">
        {w.what}
      </p>
      {isWrong && (
        <div class="problem" role="alert">
          <p>{w.wrong}</p>
        </div>
      )}
      {error !== undefined && !isWrong && <Trouble error={error} />}
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
