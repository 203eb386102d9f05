import { Download, Upload } from 'lucide';
import type { ComponentProps } from 'preact';
import { mayChange, workspaceId } from '../data/me.ts';
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

interface ExportMenuProps extends Pick<ComponentProps<typeof MenuButton>, 'class' | 'children'> {
  /** The exported table's name in the address. */
  readonly of: Exported;
  readonly filter?: string;
  readonly withImport?: boolean;
  readonly more?: readonly MenuItem[];
}

export function ExportMenu({ of, filter, withImport = false, more = [], ...button }: ExportMenuProps) {
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
  const name = mayImport ? w.files : w.export;
  return <MenuButton class="bare" label={name} groups={[files, more]} {...button} />;
}
