import { count, money, plural } from '../../ui/format.ts';
import { Table } from '../../ui/table.tsx';
import { importWords } from '../../words/import-words.ts';
import { words } from '../../words/words.ts';
import { headingOf } from './column-choice.tsx';
import type { FileKind } from './kinds.ts';
import type { FileAnswer } from './send-file.ts';

interface LookedAtProps {
  readonly kind: FileKind;
  readonly answer: FileAnswer;
}

export const isRight = ({ refused, problemCount, missing }: FileAnswer): boolean =>
  refused === null && problemCount === 0 && missing.length === 0;

export const madeBy = ({ kind: { makes }, answer: { outcome } }: LookedAtProps): number =>
  makes.reduce((sum, name) => sum + (outcome?.[name] ?? 0), 0);

export function Counts({ kind, answer }: LookedAtProps) {
  const w = importWords.value;
  const { will, notes, records } = kind.words;
  const told = (names: readonly string[]): string =>
    names.map((name) => plural(answer.outcome?.[name] ?? 0, will[name] ?? {})).join(', ');
  const others = kind.others.filter((name) => (answer.outcome?.[name] ?? 0) > 0);
  return (
    <div class="import-counts" role="status">
      {isRight(answer) && (
        <p class="import-counts-new">
          <strong>{told(kind.makes)}</strong>
          {others.length > 0 && `, ${told(others)}`}
        </p>
      )}
      {isRight(answer) && <Notes notes={notes} counts={answer.outcome ?? {}} />}
      <p class="meta">
        {plural(answer.rows, w.rows)}
        {isRight(answer) && `, ${plural(answer.records, records)}`} · {w.encodings[answer.encoding]}
        {answer.separator !== '' && `, ${w.separatedBy(answer.separator)}`}
      </p>
      <Skipped rows={answer.skipped} />
    </div>
  );
}

interface NotesProps {
  readonly notes: FileKind['words']['notes'];
  readonly counts: Readonly<Record<string, number>>;
}

export function Notes({ notes, counts }: NotesProps) {
  return (
    <>
      {Object.entries(notes).map(
        ([name, phrase]) => (counts[name] ?? 0) > 0 && <p key={name}>{plural(counts[name] ?? 0, phrase)}</p>,
      )}
    </>
  );
}

function Skipped({ rows }: { readonly rows: FileAnswer['skipped'] }) {
  const w = importWords.value;
  if (rows.length === 0) return null;
  const lines = rows.map(({ line, cells }) =>
    w.skippedLine(count(line), cells.find((cell) => cell.trim() !== '') ?? ''),
  );
  return (
    <p class="meta">
      {w.skipped} {lines.join(', ')}
    </p>
  );
}

type Row = FileAnswer['preview'][number];

export function Preview({ kind, answer }: LookedAtProps) {
  const w = importWords.value;
  const used = answer.mapping.flatMap((field, column) => (field === null ? [] : [column]));
  if (answer.preview.length === 0 || used.length === 0) return null;
  const tells = answer.preview.some(({ isNew, known }) => isNew || known !== null);
  const changing = madeBy({ kind, answer }) + (answer.outcome?.[kind.tick?.adds ?? ''] ?? 0);
  const left = tells ? changing - answer.preview.length : 0;
  const heading = tells ? w.previewChanges : w.preview;
  return (
    <>
      <h2>{heading}</h2>
      <Table
        label={heading}
        class={tells ? 'import-rows import-tells phone-cards' : 'import-rows'}
        rows={answer.preview}
        keyOf={({ line }) => line}
        columns={[
          { head: w.line, class: 'number', cell: ({ line }) => <span class="meta">{count(line)}</span> },
          ...(tells ? [{ head: w.comesTo, class: 'wrap import-comes-to', cell: comesTo(kind) }] : []),
          ...used.map((column) => ({
            head: headingOf(answer, column),
            cell: ({ cells }: Row) => <span class="import-cell">{cells[column]}</span>,
          })),
        ]}
      />
      {left > 0 && <p class="meta">{plural(left, w.moreRows)}</p>}
    </>
  );
}

const comesTo = (kind: FileKind) => (row: Row) => (
  <>
    <span class="meta">{row.isNew ? importWords.value.isNew : kind.words.knownBy[row.known ?? '']}</span>
    {row.changes.map(({ field, from, to, isHeld }) => (
      <span key={field} class="import-change">
        {kind.words.changes?.[field] ?? kind.words.fields[field]}:{' '}
        {(from !== null || kind.words.changes === undefined) && `${said(field, from)} → `}
        <strong>{said(field, to)}</strong>
        {isHeld && <span class="meta"> {importWords.value.onlyIfTaken}</span>}
      </span>
    ))}
  </>
);

function said(field: string, value: Row['changes'][number]['to']): string {
  if (value === null || value === '') return words.value.orderPage.none;
  if (typeof value === 'string') return value;
  return field === 'price' || field === 'paid' ? money(value) : count(value);
}
