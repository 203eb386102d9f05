import { useState } from 'preact/hooks';
import { callServer } from '../../../data/call-server.ts';
import { useAsked } from '../../../data/use-asked.ts';
import { Form, useForm } from '../../../ui/form.tsx';
import { focusFirst, Trouble } from '../../../ui/guest-parts.tsx';
import { FORGOTTEN_EN, FORGOTTEN_RU } from '../../../words/forgotten.ts';
import { guestWords } from '../../../words/guest-words.ts';
import { inBoth } from '../../../words/language.ts';
import { CommandLine } from '../setup/command-line.tsx';

const forgottenWords = inBoth(FORGOTTEN_EN, FORGOTTEN_RU);

export function Forgotten({ email }: { readonly email: string }) {
  const w = forgottenWords.value;
  const { data, error, reload } = useAsked(() => callServer<{ readonly byMail: boolean }>('forgotten'), '');
  const [isSent, setSent] = useState(false);
  const form = useForm(async (text) => {
    await callServer('forgotten', { email: text('email') });
    setSent(true);
  });
  if (error !== undefined) return <Trouble error={error} retry={reload} />;
  if (data === undefined) return <p class="loading">{guestWords.value.loading}</p>;
  if (isSent) return <p role="status">{w.sent}</p>;
  if (!data.byMail) {
    return (
      <>
        <p class="meta">{w.ask}</p>
        <p class="secret">
          <CommandLine text={w.command} />
        </p>
      </>
    );
  }
  return (
    <Form of={form}>
      <p class="meta">{w.what}</p>
      <label>
        {guestWords.value.email}
        <input
          name="email"
          type="email"
          autocomplete="username"
          required
          maxLength={500}
          defaultValue={email}
          ref={focusFirst}
        />
      </label>
      {form.whole !== undefined && <Trouble error={form.whole} />}
      <div class="actions">
        <button type="submit" class="main">
          {w.send}
        </button>
      </div>
    </Form>
  );
}
