import { useState } from 'preact/hooks';
import { api, ask } from '../data/api.ts';
import { me } from '../data/me.ts';
import { Refusal } from '../data/refusal.ts';
import { words } from '../words/words.ts';
import { Dialog } from './dialog.tsx';
import { Form, useForm } from './form.tsx';
import { Later } from './guest-parts.tsx';
import { Problem } from './problem/problem.tsx';
import { GivenUp } from './sending.ts';

interface Asking {
  readonly proved: () => void;
  readonly givenUp: () => void;
}

/** Runs an action; where the server wants the password first, asks for it and runs the action again. @throws GivenUp where nobody gives it */
export function useGuarded() {
  const [asking, setAsking] = useState<Asking>();
  const guard = async <T,>(action: () => Promise<T>): Promise<T> => {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'proof_needed') throw error;
      const answered = Promise.withResolvers<void>();
      setAsking({ proved: answered.resolve, givenUp: () => answered.reject(new GivenUp()) });
      await answered.promise.finally(() => setAsking(undefined));
      return guard(action);
    }
  };
  const dialog = asking === undefined ? null : <ProofDialog proved={asking.proved} given={asking.givenUp} />;
  return { guard, dialog };
}

const loadPasskeyProof = async () => (await import('./passkey-part.tsx')).PasskeyProof;

function ProofDialog({ proved, given }: { readonly proved: () => void; readonly given: () => void }) {
  const form = useForm(async (text) => {
    await ask(api.prove.post({ password: text('password') }));
    proved();
  });
  return (
    <Dialog title={words.value.proveTitle} onClose={given}>
      <p>{words.value.proveWhat}</p>
      <Form of={form}>
        <label>
          {words.value.password}
          <input name="password" type="password" autocomplete="current-password" required autofocus />
        </label>
        {form.error !== undefined && <Problem error={form.error} />}
        <div class="actions">
          <button type="button" onClick={given}>
            {words.value.cancel}
          </button>
          <button type="submit" class="main">
            {words.value.goOn}
          </button>
        </div>
        {me.value?.passkeys === location.origin && <Later load={loadPasskeyProof} proved={proved} />}
      </Form>
    </Dialog>
  );
}
