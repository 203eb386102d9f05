import type { BackupWords } from '../words/en/backups.ts';
import { count } from './format.ts';

type Counts = Readonly<Record<string, number>>;

interface RowsProps {
  readonly w: Pick<BackupWords, 'table' | 'present' | 'inBackup' | 'counted'>;
  readonly counts: Counts;
  /** Left out where there is nothing to compare with. */
  readonly now?: Counts | null;
}

interface Sealing {
  readonly sealed: 'here' | 'elsewhere' | 'unsealed';
  readonly sealKey: string | null;
}

/** Whether somebody must agree to a backup that no key here has sealed. */
export const isForeign = ({ sealed }: Pick<Sealing, 'sealed'>): boolean => sealed !== 'here';

/** Names aloud a backup that no key here has sealed; nothing of any other. */
export function ForeignSeal({ w, of }: { readonly w: Pick<BackupWords, 'otherSeal'>; readonly of: Sealing }) {
  return isForeign(of) ? (
    <p class="problem" role="alert">
      {w.otherSeal(of.sealKey)}
    </p>
  ) : null;
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
