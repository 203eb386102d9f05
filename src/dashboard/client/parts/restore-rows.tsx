import type { ComponentChildren } from 'preact';
import { AreaField } from '../ui/field.tsx';
import { count } from '../ui/format.ts';
import { Table } from '../ui/table.tsx';
import type { BackupWords } from '../words/en/backups.ts';

/**
 * The words that a person may type to confirm a restore. The second word is for people with a Russian keyboard. The
 * page always sends the first word, because the server accepts only the first word.
 */
export const RESTORE_WORDS = ['RESTORE', 'ВОССТАНОВИТЬ'] as const;

type Counts = Readonly<Record<string, number>>;

interface RowsProps {
  readonly w: Pick<BackupWords, 'table' | 'present' | 'inBackup' | 'counted'>;
  readonly counts: Counts;
  /** The current numbers of rows; null if the database cannot be read, undefined to show only the backup's. */
  readonly now?: Counts | null;
}

interface Sealing {
  readonly sealed: 'here' | 'elsewhere' | 'unsealed';
  readonly sealKey: string | null;
}

/** Returns true if no key of this server sealed the backup. A person must then agree before a restore. */
export const isForeign = ({ sealed }: Pick<Sealing, 'sealed'>): boolean => sealed !== 'here';

interface ForeignProps {
  readonly w: Pick<BackupWords, 'otherSeal'>;
  readonly of: Sealing;
  /** The form for the seal key of the backup, shown if the backup contains the id of a seal key. */
  readonly children: ComponentChildren;
}

export function ForeignSeal({ w, of, children }: ForeignProps) {
  if (!isForeign(of)) return null;
  return (
    <>
      <p class="problem" role="alert">
        {w.otherSeal(of.sealKey)}
      </p>
      {of.sealKey !== null && children}
    </>
  );
}

/** Asks for the lines of a recovery sheet, typed from paper. */
export const SealKeyField = ({ w }: { readonly w: Pick<BackupWords, 'sheetLines' | 'sheetLinesHint'> }) => (
  <AreaField
    name="sealKey"
    label={w.sheetLines}
    hint={w.sheetLinesHint}
    long
    rows={4}
    required
    maxLength={1_000}
    autocomplete="off"
    autocapitalize="characters"
    spellcheck={false}
  />
);

export function RestoreRows({ w, counts, now }: RowsProps) {
  type Row = readonly [table: string, name: string];
  const of = (found: Counts | null) => (row: Row) => count(found?.[row[0]] ?? 0);
  return (
    <Table<Row>
      class="flush restore-rows"
      rows={Object.entries(w.counted)}
      columns={[
        { head: w.table, isName: true, cell: ([, name]) => name },
        ...(now === undefined ? [] : [{ head: w.present, cell: of(now) }]),
        { head: w.inBackup, cell: of(counts) },
      ]}
    />
  );
}
