import { useTitle } from '../../../ui/use-title.ts';
import { type InvitationAbout, joinWords } from './about-link.ts';

export function Invited({ invitation }: { readonly invitation: InvitationAbout }) {
  const w = joinWords.value;
  const title = w.title(invitation.workspace);
  useTitle(title);
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">
        {w.invites(invitation.invitedBy, invitation.workspace)} {w.role(w.roles[invitation.role])}
      </p>
    </>
  );
}
