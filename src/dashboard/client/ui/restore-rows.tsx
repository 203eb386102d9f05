import type { BackupWords } from '../words/en/backups.ts';
import { count } from './format.ts';

type Counts = Readonly<Record<string, number>>;

interface RowsProps {
  readonly w: Pick<BackupWords, 'table' | 'present' | 'inBackup' | 'counted'>;
  readonly counts: Counts;
  /** Left out where there is nothing to compare with. */
  readonly now?: Counts | null;
}

/** What is in a backup, beside what is there now. */
export function RestoreRows({ w, counts, now }: RowsProps) {
  return (
    <table class="restore-rows">
      <thead>
        <tr>
          <th scope="col">{w.table}</th>
          {now !== undefined && <th scope="col">{w.present}</th>}
          <th scope="col">{w.inBackup}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(w.counted).map(([table, name]) => (
          <tr key={table}>
            <th scope="row">{name}</th>
            {now !== undefined && <td>{count(now?.[table] ?? 0)}</td>}
            <td>{count(counts[table] ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
