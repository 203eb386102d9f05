import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { count } from '../../ui/format.ts';
import { importWords } from '../../words/import-words.ts';
import type { FileKind } from './kinds.ts';
import { lineText } from './line-text.ts';
import type { FileAnswer, FileChoices } from './send-file.ts';

export function headingOf({ headings }: Pick<FileAnswer, 'headings'>, column: number): string {
  return headings[column] || `${importWords.value.noHeading} ${column + 1}`;
}

export interface ColumnChoiceProps {
  readonly kind: FileKind;
  readonly answer: FileAnswer;
  readonly busy: boolean;
  readonly choose: (chosen: FileChoices) => void;
}

export function ColumnChoice({ kind, answer, busy, choose }: ColumnChoiceProps) {
  const w = importWords.value;
  const { fields } = kind.words;
  const { sheet, head, mapping } = answer;
  if (mapping.length === 0) return null;
  const map = (column: number, chosen: string): void => {
    const field = chosen === '' ? null : chosen;
    // Each field has only one column. The column that had the field before loses it.
    choose({ sheet, head, mapping: mapping.map((one, at) => (at === column ? field : one === field ? null : one)) });
  };
  return (
    <section aria-labelledby="columns-title">
      <h2 id="columns-title">{w.columnsTitle}</h2>
      <HeadChoice answer={answer} busy={busy} choose={choose} />
      <ul class="import-column-choice">
        {mapping.map((field, column) => (
          <li key={column} class={field === null ? 'import-left-out' : ''}>
            <ChoiceMenu
              label={headingOf(answer, column)}
              value={field ?? ''}
              disabled={busy}
              groups={[
                [{ value: '', text: w.leaveOut }],
                Object.entries(fields).map(([value, text]) => ({ value, text })),
              ]}
              choose={(chosen) => map(column, chosen)}
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

/** The maximum number of sheets that the page lists by name as not imported. */
const NAMED_SHEETS = 5;

export function SheetChoice({ answer, busy, choose }: Omit<ColumnChoiceProps, 'kind'>) {
  const { sheet, sheets } = answer;
  const w = importWords.value;
  if (sheets.length < 2) return null;
  const others = sheets.filter((_, at) => at + 1 !== sheet);
  const named = others.slice(0, NAMED_SHEETS).map(w.quoted);
  return (
    <div class="import-head-choice">
      <ChoiceMenu
        label={w.sheet}
        value={String(sheet)}
        disabled={busy}
        groups={[sheets.map((text, at) => ({ value: String(at + 1), text }))]}
        choose={(chosen) => choose({ sheet: Number(chosen) })}
      />
      <p class="meta">{w.otherSheets(named.join(', '), others.length - named.length)}</p>
    </div>
  );
}

/**
 * The number of lines offered after the current heading line. The reader can choose one of them as the heading line
 * instead.
 */
const NEXT_LINES = 5;

function HeadChoice({ answer, busy, choose }: Omit<ColumnChoiceProps, 'kind'>) {
  const w = importWords.value;
  const { sheet, head, headings, skipped, preview } = answer;
  const lines = [
    ...skipped.filter(({ line }) => line < head),
    ...(head === 0 ? [] : [{ line: head, cells: headings }]),
    ...preview.slice(0, NEXT_LINES),
  ];
  const choices = lines.map(({ line, cells }) => ({
    value: String(line),
    text: `${w.line} ${count(line)}: ${lineText(cells)}`,
  }));
  return (
    <div class="import-head-choice">
      <ChoiceMenu
        label={w.headLine}
        value={String(head)}
        disabled={busy}
        groups={[choices, [{ value: '0', text: w.noHead }]]}
        choose={(line) => choose({ sheet, head: Number(line) })}
      />
    </div>
  );
}
