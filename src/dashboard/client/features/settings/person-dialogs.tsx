import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { me, refreshMe } from '../../data/me.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EffectDialog } from '../../ui/effect-dialog.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { leave } from '../../ui/leave.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { nameOf, type Person, peopleOf, type Role } from './people-data.ts';
import { RoleChoice } from './role-choice.tsx';

interface PersonDialogProps {
  readonly it: Person;
  readonly onClose: () => void;
  readonly done: () => void;
}

export function RoleDialog({ it, onClose, done }: PersonDialogProps) {
  const [role, setRole] = useState<Role>(it.role);
  const w = pageWords.value.people;
  const own = it.id === me.value?.person.id;
  const form = useForm(async () => {
    await ask(peopleOf()({ id: it.id }).role.post({ role }));
    await refreshMe();
    // Whoever owns it no more has no business on this page.
    if (own) await leave(() => location.assign('/app'));
    else done();
  });
  return (
    <Dialog title={w.roleTitle(nameOf(it))} onClose={onClose}>
      <Form of={form}>
        <RoleChoice chosen={role} choose={setRole} />
        {own && role !== 'owner' && <p class="settings-warning">{w.roleOwn}</p>}
        <FormActions action={words.value.save} onClose={onClose} disabled={role === it.role} />
      </Form>
    </Dialog>
  );
}

export function VouchDialog({ it, onClose, done }: PersonDialogProps) {
  const w = pageWords.value.people;
  return (
    <EffectDialog
      title={w.vouchTitle(nameOf(it))}
      effects={[w.vouchWhat]}
      verb={w.vouch}
      danger={false}
      act={async () => {
        await ask(peopleOf()({ id: it.id }).vouch.post({}));
        done();
      }}
      onClose={onClose}
    />
  );
}

export function EndDialog({ it, onClose, done }: PersonDialogProps) {
  const w = pageWords.value.people;
  return (
    <EffectDialog
      title={w.endSessionsTitle(nameOf(it))}
      effects={[w.endSessionsWhat]}
      verb={w.endSessions}
      danger={true}
      act={async () => {
        await ask(peopleOf()({ id: it.id })['end-sessions'].post({}));
        done();
      }}
      onClose={onClose}
    />
  );
}

export function RemoveDialog({ it, onClose, done }: PersonDialogProps) {
  const w = pageWords.value.people;
  const own = it.id === me.value?.person.id;
  return (
    <EffectDialog
      title={own ? w.leaveTitle : w.removeTitle(nameOf(it))}
      effects={[it.pending ? w.withdrawWhat : own ? w.leaveWhat : w.removeWhat]}
      verb={own ? w.leave : w.remove}
      danger={true}
      act={async () => {
        await ask(peopleOf()({ id: it.id }).remove.post({}));
        // Whoever has left has no business on this page any more.
        if (own) await leave(() => location.assign('/app'));
        else done();
      }}
      onClose={onClose}
    />
  );
}
