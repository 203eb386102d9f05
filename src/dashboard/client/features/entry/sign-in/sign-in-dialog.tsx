import { useEffect } from 'preact/hooks';
import { callServer } from '../../../data/call-server.ts';
import { endFirstAnswers } from '../../../data/first-answers.ts';
import { me, refreshMe } from '../../../data/me.ts';
import { reader } from '../../../data/reader.ts';
import { ended } from '../../../data/session-ended.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { words } from '../../../words/words.ts';
import { SignInForm } from './sign-in-form.tsx';

export function SignInDialog() {
  const asked = ended.value;
  return asked === undefined ? null : <AskedDialog answer={asked.answer} />;
}

function AskedDialog({ answer }: { readonly answer: (signedIn: boolean) => void }) {
  useEffect(endFirstAnswers, []);
  const signedIn = async (): Promise<void> => {
    const found = await callServer<{ readonly person: { readonly id: string } } | null>('me');
    // Another person must not see or send what the previous person left open.
    if (found?.person.id !== reader.value) return location.reload();
    await refreshMe();
    answer(true);
  };
  const w = words.value;
  return (
    <Dialog title={w.endedTitle} onClose={() => answer(false)}>
      <p>{w.endedWhat}</p>
      <SignInForm email={me.value?.person.email ?? ''} signedIn={signedIn}>
        <button type="button" onClick={() => answer(false)}>
          {w.cancel}
        </button>
      </SignInForm>
    </Dialog>
  );
}
