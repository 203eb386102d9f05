import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { me, refreshMe } from '../../data/me.ts';
import { Choices, Radios, TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { LANGUAGES } from '../../ui/guest-parts.tsx';
import { leave } from '../../ui/leave.ts';
import { say } from '../../ui/toast.tsx';
import { language } from '../../words/language.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { type InvitationOutcome, isOwn, nameOf, type Person, peopleOf, ROLES, type Role } from './people-data.ts';

function RoleChoice({ chosen, choose }: { readonly chosen: Role; readonly choose: (role: Role) => void }) {
  const w = pageWords.value.people;
  return (
    <Choices name="role" label={w.role}>
      {ROLES.map((role) => (
        <label class="check" key={role}>
          <input type="radio" name="role" checked={role === chosen} onChange={() => choose(role)} />{' '}
          <strong>{w.roles[role]}</strong> <span class="meta">{w.mayDo[role]}</span>
        </label>
      ))}
    </Choices>
  );
}

interface LinkProps {
  /** The address of the link, if no other computer can open it; otherwise null. */
  readonly onlyHere: string | null;
  readonly onClose: () => void;
  readonly done: (invited: InvitationOutcome) => void;
}

/** Warns before sending, because a link that nobody can open wastes the days for which the invitation is valid. */
const warningOf = (onlyHere: string | null): readonly string[] =>
  onlyHere === null ? [] : [pageWords.value.people.onlyHere(onlyHere)];

/**
 * Returns the sentence that says how the invited person gets the invitation. Also returns the label of the button that
 * creates the invitation.
 */
function wayOf() {
  const w = pageWords.value.people;
  const { mail, mailsLinks } = me.value?.installation ?? {};
  if (mailsLinks === true) return { way: w.byMail, verb: w.send };
  return { way: mail === true ? w.byHandNoAddress : w.byHand, verb: w.makeLink };
}

export function InviteDialog({ onlyHere, onClose, done }: LinkProps) {
  const [role, setRole] = useState<Role>('manager');
  const w = pageWords.value.people;
  const { way, verb } = wayOf();
  return (
    <FormDialog
      title={w.inviteTitle}
      action={verb}
      send={async (text) => {
        const email = text('email').trim();
        const body = { email, role, language: text('language') === 'ru' ? 'ru' : 'en' } as const;
        return { email, ...(await ask(peopleOf().post(body))) };
      }}
      done={done}
      onClose={onClose}
    >
      <TextField name="email" label={words.value.email} type="email" required maxLength={254} autofocus />
      <RoleChoice chosen={role} choose={setRole} />
      <Radios name="language" label={w.language} hint={w.languageWhat} value={language.value} options={LANGUAGES} />
      <p class="meta">{way}</p>
      {warningOf(onlyHere).map((warning) => (
        <p key={warning} class="note">
          {warning}
        </p>
      ))}
    </FormDialog>
  );
}

export function PasswordDialog({ person, onlyHere, onClose, done }: LinkProps & { readonly person: Person }) {
  const w = pageWords.value.people;
  return (
    <FormDialog
      title={w.passwordTitle(nameOf(person))}
      effects={[w.passwordWhat, ...warningOf(onlyHere)]}
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

export function AgainDialog({ person, onlyHere, onClose, done }: LinkProps & { readonly person: Person }) {
  const w = pageWords.value.people;
  const { way, verb } = wayOf();
  return (
    <FormDialog
      title={w.againTitle(nameOf(person))}
      effects={[w.againWhat, way, ...warningOf(onlyHere)]}
      action={verb}
      send={async () => ({ email: person.email, ...(await ask(peopleOf()({ id: person.id }).invite.post({}))) })}
      done={done}
      onClose={onClose}
    />
  );
}

interface PersonDialogProps {
  readonly person: Person;
  readonly onClose: () => void;
  readonly done: () => void;
}

/** People who change their own role may no longer be allowed on this page, so they leave it. */
const leaveOrStay = (person: Person, stay: () => void): unknown =>
  isOwn(person) ? leave(() => location.assign('/app')) : stay();

export function RoleDialog({ person, onClose, done }: PersonDialogProps) {
  const [role, setRole] = useState<Role>(person.role);
  const w = pageWords.value.people;
  return (
    <FormDialog
      title={w.roleTitle(nameOf(person))}
      action={words.value.save}
      disabled={role === person.role}
      send={() => ask(peopleOf()({ id: person.id }).role.post({ role })).then(refreshMe)}
      done={() => leaveOrStay(person, done)}
      onClose={onClose}
    >
      <RoleChoice chosen={role} choose={setRole} />
      {isOwn(person) && role !== 'owner' && <p class="settings-warning">{w.roleOwn}</p>}
    </FormDialog>
  );
}

/** The changes that need only a confirmation. */
function confirmationOf(person: Person) {
  const w = pageWords.value.people;
  const own = isOwn(person);
  const verbs = peopleOf()({ id: person.id });
  return {
    vouch: {
      said: w.vouched,
      title: w.vouchTitle(nameOf(person)),
      effects: [w.vouchWhat],
      action: w.vouch,
      send: () => ask(verbs.vouch.post({})),
    },
    end: {
      said: w.sessionsEnded,
      title: w.endSessionsTitle(nameOf(person)),
      effects: [w.endSessionsWhat],
      action: w.endSessions,
      danger: true,
      send: () => ask(verbs['end-sessions'].post({})),
    },
    remove: {
      said: w.removed,
      title: own ? w.leaveTitle : w.removeTitle(nameOf(person)),
      effects: [person.pending ? w.withdrawWhat : own ? w.leaveWhat : w.removeWhat],
      action: own ? w.leave : words.value.remove,
      danger: true,
      send: () => ask(verbs.remove.post({})),
    },
  };
}

interface ConfirmDialogProps extends PersonDialogProps {
  readonly what: keyof ReturnType<typeof confirmationOf>;
}

export function ConfirmDialog({ what, person, onClose, done }: ConfirmDialogProps) {
  const { said, ...asked } = confirmationOf(person)[what];
  const stay = (): void => {
    say(said(nameOf(person)));
    done();
  };
  return (
    <FormDialog {...asked} done={() => (what === 'remove' ? leaveOrStay(person, stay) : stay())} onClose={onClose} />
  );
}
