import { Choices } from '../../ui/field.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { ROLES, type Role } from './people-data.ts';

export function RoleChoice({ chosen, choose }: { readonly chosen: Role; readonly choose: (role: Role) => void }) {
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
