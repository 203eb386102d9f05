import { count, plural } from '../../../ui/format.ts';
import { Table } from '../../../ui/table.tsx';
import { words } from '../../../words/words.ts';
import { headingOf } from './column-choice.tsx';
import type { FileAnswer } from './send-file.ts';

/** How much there is, how it was read, and what would come of it. */
export function Counts({ answer }: { readonly answer: FileAnswer }) {
  const w = words.value.orderImport;
  const { created, known, differing, deleted } = answer.outcome ?? { created: 0, known: 0, differing: 0, deleted: 0 };
  const isRight = answer.refused === null && answer.problemCount === 0 && answer.missing.length === 0;
  const separator = answer.separator === '\t' ? w.tab : `“${answer.separator}”`;
  return (
    <div class="import-counts" role="status">
      {isRight && (
        <p class="import-counts-new">
          <strong>{plural(created, w.willMake)}</strong>
          {known > 0 && `, ${plural(known, w.willSkip)}`}
        </p>
      )}
      {isRight && differing > 0 && <p>{plural(differing, w.differing)}</p>}
      {isRight && deleted > 0 && <p>{plural(deleted, w.deleted)}</p>}
      <p class="meta">
        {plural(answer.rows, w.rows)}
        {isRight && `, ${plural(answer.orders, w.orders)}`} · {w.encodings[answer.encoding]}, {w.separatedBy}{' '}
        {separator}
      </p>
    </div>
  );
}

/** The first rows as they were read, under the columns that are used. */
export function Preview({ answer }: { readonly answer: FileAnswer }) {
  const w = words.value.orderImport;
  const used = answer.mapping.flatMap((field, column) => (field === null ? [] : [column]));
  if (answer.preview.length === 0 || used.length === 0) return null;
  return (
    <>
      <h2>{w.preview}</h2>
      <Table
        label={w.preview}
        class="import-rows"
        rows={answer.preview}
        keyOf={({ line }) => line}
        columns={[
          { head: w.line, class: 'number', cell: ({ line }) => <span class="meta">{count(line)}</span> },
          ...used.map((column) => ({
            head: headingOf(answer, column),
            cell: ({ cells }: FileAnswer['preview'][number]) => <span class="import-cell">{cells[column]}</span>,
          })),
        ]}
      />
    </>
  );
}
