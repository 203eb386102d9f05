import { ChevronsUpDown, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide';
import { me, saveOwn, signOut } from '../../data/me.ts';
import { Icon } from '../../ui/icon.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';
import { Mark } from '../workspaces/mark.tsx';
import { Installation } from './installation.tsx';

const THEMES = [
  ['system', 'themeSystem', Monitor],
  ['light', 'themeLight', Sun],
  ['dark', 'themeDark', Moon],
] as const;

const failed = (): void => say(words.value.noAnswer);

export function PersonMenu() {
  const person = me.value?.person;
  const w = words.value;
  const name = person?.name ?? person?.email ?? '';
  const groups = [
    [{ text: w.account, icon: UserRound, href: '/app/account' }],
    THEMES.map(([theme, word, icon]) => ({
      text: w[word],
      icon,
      chosen: person?.theme === theme,
      act: () => void saveOwn({ theme }).catch(failed),
    })),
    [{ text: w.signOut, icon: LogOut, act: () => void signOut().catch(failed) }],
  ];
  return (
    <MenuButton class="menu-person" label={`${w.account}: ${name}`} groups={groups} foot={<Installation />}>
      <Mark name={name} />
      <span class="menu-name">{name}</span>
      <Icon of={ChevronsUpDown} size={16} />
    </MenuButton>
  );
}
