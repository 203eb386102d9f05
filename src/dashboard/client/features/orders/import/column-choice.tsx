import type { Field, Mapping } from '../../../../shared/import-columns.ts';
import { ChoiceMenu } from '../../../ui/choice-menu.tsx';
import { words } from '../../../words/words.ts';
import type { FileAnswer } from './send-file.ts';

/** The heading of a column, or which one it is where it has none. */
export function headingOf({ headings }: Pick<FileAnswer, 'headings'>, column: number): string {
  return headings[column] || `${words.value.orderImport.noHeading} ${column + 1}`;
}

/** What each column holds: found by the headings, to be changed by whoever knows better. */
export function ColumnChoice({
  answer,
  busy,
  map,
}: {
  readonly answer: FileAnswer;
  readonly busy: boolean;
  readonly map: (mapping: Mapping) => void;
}) {
  const w = words.value.orderImport;
  if (answer.mapping.length === 0) return null;
  const choose = (column: number, chosen: string): void => {
    const field = fields().find((one) => one === chosen) ?? null;
    // A field has one column: it leaves the one that had it.
    map(answer.mapping.map((one, at) => (at === column ? field : one === field ? null : one)));
  };
  return (
    <section aria-labelledby="columns-title">
      <h2 id="columns-title">{w.columnsTitle}</h2>
      <ul class="import-column-choice">
        {answer.mapping.map((field, column) => (
          <li key={column} class={field === null ? 'import-left-out' : ''}>
            <ChoiceMenu
              label={headingOf(answer, column)}
              value={field ?? ''}
              disabled={busy}
              groups={[[{ value: '', text: w.leaveOut }], fields().map((one) => ({ value: one, text: w.fields[one] }))]}
              choose={(chosen) => choose(column, chosen)}
            />
            <span class="meta">
              {answer.preview.map(({ cells }) => cells[column] ?? '').find((cell) => cell !== '')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const isField = (name: string): name is Field => name in words.value.orderImport.fields;
const fields = (): Field[] => Object.keys(words.value.orderImport.fields).filter(isField);
