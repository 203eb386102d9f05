import { api, ask } from '../data/api.ts';
import { me } from '../data/me.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { Later } from '../ui/guest-parts.tsx';
import { words } from '../words/words.ts';

const loadPasskeyProof = async () => (await import('../parts/passkey-part.tsx')).PasskeyProof;

/** Asks for the password again, over any page or dialog that is open. */
export function ProofDialog({ answer }: { readonly answer: (isGiven: boolean) => void }) {
  const form = useForm(async (text) => {
    await ask(api.prove.post({ password: text('password') }));
    answer(true);
  });
  return (
    <Dialog title={words.value.person.proveTitle} onClose={() => answer(false)}>
      <p>{words.value.person.proveWhat}</p>
      <Form of={form}>
        <TextField
          name="password"
          label={words.value.password}
          type="password"
          autocomplete="current-password"
          required
          autofocus
        />
        <FormActions action={words.value.person.goOn} onClose={() => answer(false)} />
        {me.value?.passkeys === location.origin && <Later load={loadPasskeyProof} proved={() => answer(true)} />}
      </Form>
    </Dialog>
  );
}
