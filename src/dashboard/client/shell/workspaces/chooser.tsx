import { ChevronsUpDown } from 'lucide';
import { pageIn, switchTo } from '../../data/chosen-workspace.ts';
import { logoAddress, me, workspace } from '../../data/me.ts';
import { Icon } from '../../ui/icon.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { words } from '../../words/words.ts';
import { isHidden } from '../owners-pages.ts';
import { Mark } from './mark.tsx';

export function Chooser({ path }: { readonly path: string }) {
  const all = me.value?.workspaces ?? [];
  const current = workspace.value;
  const w = words.value.settings;
  const shop = (
    <>
      <Mark name={current?.name ?? ''} picture={logoAddress()} />
      <span class="menu-name">{current?.name}</span>
    </>
  );
  if (all.length < 2) return <div title={current?.name}>{shop}</div>;
  const items = all.map(({ id, name, role }) => ({
    text: name,
    beside: w.roles[role],
    chosen: id === current?.id,
    act() {
      switchTo(id, isHidden(path, role) ? '/app' : pageIn(path));
    },
  }));
  return (
    <MenuButton label={`${w.workspace}: ${current?.name}`} groups={[items]}>
      {shop}
      <Icon of={ChevronsUpDown} size={16} />
    </MenuButton>
  );
}
