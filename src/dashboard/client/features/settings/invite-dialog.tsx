import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { me } from '../../data/me.ts';
import { Radios, TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { LANGUAGES } from '../../ui/guest-parts.tsx';
import { language } from '../../words/language.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { type InvitationOutcome, nameOf, type Person, peopleOf, type Role } from './people-data.ts';
import { RoleChoice } from './role-choice.tsx';

interface InviteProps {
  /** The address of the link, if no other computer can open it; otherwise null. */
  readonly onlyHere: string | null;
  readonly onClose: () => void;
  readonly done: (invited: InvitationOutcome) => void;
}

function wayOf(): string {
  const w = pageWords.value.people;
  const { mail, mailsLinks } = me.value?.installation ?? {};
  if (mailsLinks === true) return w.byMail;
  return mail === true ? w.byHandNoAddress : w.byHand;
}

/**
 * Warns, before the invitation is made, that no other computer can open its link. Such a link would waste the days for
 * which the invitation is valid.
 */
const OnlyHere = ({ at }: { readonly at: string | null }) =>
  at === null ? null : <p class="note">{pageWords.value.people.onlyHere(at)}</p>;

const verbOf = (): string => {
  const w = pageWords.value.people;
  return me.value?.installation.mailsLinks === true ? w.send : w.makeLink;
};

export function InviteDialog({ onlyHere, onClose, done }: InviteProps) {
  const [role, setRole] = useState<Role>('manager');
  const w = pageWords.value.people;
  return (
    <FormDialog
      title={w.inviteTitle}
      action={verbOf()}
      send={async (text) => {
        const email = text('email').trim();
        const body = { email, role, language: text('language') === 'ru' ? 'ru' : 'en' } as const;
        return { email, ...(await ask(peopleOf().post(body))) };
      }}
      done={done}
      onClose={onClose}
    >
      <TextField name="email" label={w.email} type="email" required maxLength={254} autofocus />
      <RoleChoice chosen={role} choose={setRole} />
      <Radios name="language" label={w.language} hint={w.languageWhat} value={language.value} options={LANGUAGES} />
      <p class="meta">{wayOf()}</p>
      <OnlyHere at={onlyHere} />
    </FormDialog>
  );
}

export function PasswordDialog({ person, onlyHere, onClose, done }: InviteProps & { readonly person: Person }) {
  const w = pageWords.value.people;
  return (
    <FormDialog
      title={w.passwordTitle(nameOf(person))}
      effects={[w.passwordWhat, ...(onlyHere === null ? [] : [w.onlyHere(onlyHere)])]}
      action={w.makeLink}
      send={async () => {
        const made = await ask(peopleOf()({ id: person.id })['password-link'].post({}));
        return { email: person.email, isReset: true, ...made };
      }}
      done={done}
      onClose={onClose}
    />
  );
}

export function AgainDialog({ person, onlyHere, onClose, done }: InviteProps & { readonly person: Person }) {
  const w = pageWords.value.people;
  return (
    <FormDialog
      title={w.againTitle(nameOf(person))}
      effects={[w.againWhat, wayOf(), ...(onlyHere === null ? [] : [w.onlyHere(onlyHere)])]}
      action={verbOf()}
      send={async () => ({ email: person.email, ...(await ask(peopleOf()({ id: person.id }).invite.post({}))) })}
      done={done}
      onClose={onClose}
    />
  );
}
