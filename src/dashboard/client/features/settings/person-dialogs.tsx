import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { me, refreshMe } from '../../data/me.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { leave } from '../../ui/leave.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { nameOf, type Person, peopleOf, type Role } from './people-data.ts';
import { RoleChoice } from './role-choice.tsx';

interface PersonDialogProps {
  readonly person: Person;
  readonly onClose: () => void;
  readonly done: () => void;
}

/** People who change their own role may no longer be allowed on this page, so they leave it. */
const leaveOrStay = (own: boolean, stay: () => void): unknown => (own ? leave(() => location.assign('/app')) : stay());

export function RoleDialog({ person, onClose, done }: PersonDialogProps) {
  const [role, setRole] = useState<Role>(person.role);
  const w = pageWords.value.people;
  const own = person.id === me.value?.person.id;
  return (
    <FormDialog
      title={w.roleTitle(nameOf(person))}
      action={words.value.save}
      disabled={role === person.role}
      send={() => ask(peopleOf()({ id: person.id }).role.post({ role })).then(refreshMe)}
      done={() => leaveOrStay(own, done)}
      onClose={onClose}
    >
      <RoleChoice chosen={role} choose={setRole} />
      {own && role !== 'owner' && <p class="settings-warning">{w.roleOwn}</p>}
    </FormDialog>
  );
}

export function VouchDialog({ person, onClose, done }: PersonDialogProps) {
  const w = pageWords.value.people;
  return (
    <FormDialog
      title={w.vouchTitle(nameOf(person))}
      effects={[w.vouchWhat]}
      action={w.vouch}
      send={() => ask(peopleOf()({ id: person.id }).vouch.post({}))}
      done={done}
      onClose={onClose}
    />
  );
}

export function EndDialog({ person, onClose, done }: PersonDialogProps) {
  const w = pageWords.value.people;
  return (
    <FormDialog
      title={w.endSessionsTitle(nameOf(person))}
      effects={[w.endSessionsWhat]}
      action={w.endSessions}
      danger
      send={() => ask(peopleOf()({ id: person.id })['end-sessions'].post({}))}
      done={done}
      onClose={onClose}
    />
  );
}

export function RemoveDialog({ person, onClose, done }: PersonDialogProps) {
  const w = pageWords.value.people;
  const own = person.id === me.value?.person.id;
  return (
    <FormDialog
      title={own ? w.leaveTitle : w.removeTitle(nameOf(person))}
      effects={[person.pending ? w.withdrawWhat : own ? w.leaveWhat : w.removeWhat]}
      action={own ? w.leave : w.remove}
      danger
      send={() => ask(peopleOf()({ id: person.id }).remove.post({}))}
      done={() => leaveOrStay(own, done)}
      onClose={onClose}
    />
  );
}
