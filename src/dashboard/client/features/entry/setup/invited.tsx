import { useEffect } from 'preact/hooks';
import { type InvitationAbout, joinWords } from './about-link.ts';

/** Who invites, whereto and as what. */
export function Invited({ it }: { readonly it: InvitationAbout }) {
  const w = joinWords.value;
  const title = w.title(it.workspace);
  useEffect(() => {
    document.title = `${title} · Docket`;
  }, [title]);
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">
        {w.invites(it.invitedBy, it.workspace)} {w.role(w.roles[it.role])}
      </p>
    </>
  );
}
