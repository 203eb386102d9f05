import { Download, Ellipsis, Upload } from 'lucide';
import { mayChange, workspaceId } from '../data/me.ts';
import { Icon } from '../ui/icon.tsx';
import { MenuButton, type MenuItem } from '../ui/menu-button.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words/words.ts';

type Exported =
  | 'clients'
  | 'orders'
  | 'orders/schedules'
  | 'payments'
  | 'payments/till'
  | 'reports'
  | 'stock'
  | `stock/stocktakes/${string}`;

interface ExportMenuProps {
  /** The exported table's name in the address. */
  readonly of: Exported;
  readonly filter?: string;
  readonly withImport?: boolean;
  readonly look?: 'name' | 'icon' | 'dots';
  readonly more?: readonly MenuItem[];
}

export function ExportMenu({ of, filter, withImport = false, look = 'dots', more = [] }: ExportMenuProps) {
  const w = words.value.orders;
  const mayImport = withImport && mayChange();
  const save = (format: 'csv' | 'xlsx') => (): void =>
    void import('../data/save-file.ts')
      .then(({ saveFile }) => saveFile(`/app/api/workspaces/${workspaceId()}/${of}/export`, { filter, format }))
      .catch(() => say(words.value.noAnswer));
  const files = [
    { text: w.exportXlsx, icon: Download, act: save('xlsx') },
    { text: w.exportCsv, icon: Download, act: save('csv') },
    ...(mayImport ? [{ text: words.value.menu.importOrders, icon: Upload, href: `/app/${of}/import` }] : []),
  ];
  // The words of money are not loaded with the first page, the list of orders.
  const name = of === 'orders' || mayImport ? w.files : words.value.money.export;
  return (
    <MenuButton class={look === 'dots' ? 'bare' : 'noprint'} label={name} groups={[files, more]}>
      <Icon of={look === 'dots' ? Ellipsis : Download} />
      {look === 'name' && name}
    </MenuButton>
  );
}
