import { useEffect } from 'preact/hooks';
import { type InvitationAbout, joinWords } from './about-link.ts';

export function Invited({ invitation }: { readonly invitation: InvitationAbout }) {
  const w = joinWords.value;
  const title = w.title(invitation.workspace);
  useEffect(() => {
    document.title = `${title} · Docket`;
  }, [title]);
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">
        {w.invites(invitation.invitedBy, invitation.workspace)} {w.role(w.roles[invitation.role])}
      </p>
    </>
  );
}
