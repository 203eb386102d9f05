import { ChevronsUpDown } from 'lucide';
import { pageIn, switchTo } from '../../data/chosen-workspace.ts';
import { logoAddress, me, workspace } from '../../data/me.ts';
import { Icon } from '../../ui/icon.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { words } from '../../words/words.ts';
import { Mark } from './mark.tsx';

/** Pages that are for owners alone. */
const OWNERS = ['/app/connect', '/app/keys', '/app/history', '/app/settings'];

/** The shop's mark and name; with several workspaces, the way to the others. */
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
      const isHidden = role !== 'owner' && OWNERS.some((one) => path.startsWith(one));
      switchTo(id, isHidden ? '/app' : pageIn(path));
    },
  }));
  return (
    <MenuButton label={`${w.workspace}: ${current?.name}`} groups={[items]}>
      {shop}
      <Icon of={ChevronsUpDown} size={16} />
    </MenuButton>
  );
}
