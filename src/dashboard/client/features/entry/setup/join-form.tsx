import { callServer } from '../../../data/call-server.ts';
import type { Me } from '../../../data/me.ts';
import { isRefusal } from '../../../data/refusal.ts';
import { useAsked } from '../../../data/use-asked.ts';
import { ActButton } from '../../../ui/act-button.tsx';
import { Trouble } from '../../../ui/guest-parts.tsx';
import { leave } from '../../../ui/leave.ts';
import { useSending } from '../../../ui/sending.ts';
import { guestWords } from '../../../words/guest-words.ts';
import { SignInForm } from '../sign-in/sign-in-form.tsx';
import { joinWords, type LinkProps } from './about-link.ts';
import { Invited } from './invited.tsx';

export function JoinForm({ token, about, refuse }: LinkProps) {
  const { data, error, reload } = useAsked(async () => ({ me: await callServer<Me>('me') }), '');
  const me = data?.me;
  const sending = useSending();
  const join = async (): Promise<void> => {
    try {
      const { workspaceId } = await callServer<{ readonly workspaceId: string }>('join', { token });
      await leave(() => location.replace(`/app?workspace=${workspaceId}`));
    } catch (problem) {
      if (isRefusal(problem, 'not_found')) return refuse(problem);
      throw problem;
    }
  };
  const w = joinWords.value;
  const other = me != null && me.person.email !== about.email ? me.person.email : undefined;
  return (
    <>
      {about.invitation != null && <Invited invitation={about.invitation} />}
      {error !== undefined && <Trouble error={error} retry={reload} />}
      {sending.error !== undefined && <Trouble error={sending.error} />}
      {me === undefined && error === undefined && <p class="loading">{guestWords.value.loading}</p>}
      {me === null && (
        <>
          <p>{w.haveAccount}</p>
          <SignInForm email={about.email} signedIn={join} />
        </>
      )}
      {me != null && other === undefined && (
        <>
          <p>
            {w.signedIn} <strong>{me.person.email}</strong>
          </p>
          <ActButton class="main wide" sending={sending} act={join}>
            {w.join}
          </ActButton>
        </>
      )}
      {other !== undefined && (
        <>
          <p>{w.otherPerson(other, about.email)}</p>
          <ActButton class="wide" sending={sending} act={() => callServer('sign-out', {}).then(reload)}>
            {w.signOut}
          </ActButton>
        </>
      )}
    </>
  );
}
