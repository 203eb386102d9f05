import { Download } from 'lucide';
import { workspaceId } from '../data/me.ts';
import { Icon } from '../ui/icon.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words/words.ts';

interface ExportButtonsProps {
  /** The table's own name in the address. */
  readonly of: 'payments' | 'payments/till' | 'reports';
  readonly filter: string;
}

/** A table as a file, in either form. */
export function ExportButtons({ of, filter }: ExportButtonsProps) {
  const w = words.value.money;
  const save = (format: 'csv' | 'xlsx'): void =>
    void import('../data/save-file.ts')
      .then(({ saveFile }) => saveFile(`/app/api/workspaces/${workspaceId()}/${of}/export`, { filter, format }))
      .catch(() => say(words.value.noAnswer));
  return (
    <>
      <button type="button" aria-label={w.exportXlsx} title={w.exportXlsx} onClick={() => save('xlsx')}>
        <Icon of={Download} /> XLSX
      </button>
      <button type="button" aria-label={w.exportCsv} title={w.exportCsv} onClick={() => save('csv')}>
        <Icon of={Download} /> CSV
      </button>
    </>
  );
}
