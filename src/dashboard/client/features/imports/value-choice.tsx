import { useState } from 'preact/hooks';
import { parseNumber } from '../../data/plain-values.ts';
import { methodWord } from '../../parts/orders.ts';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { TextField } from '../../ui/field.tsx';
import { plural } from '../../ui/format.ts';
import { importWords } from '../../words/import-words.ts';
import type { ColumnChoiceProps } from './column-choice.tsx';
import { type FileAnswer, matchedIn } from './send-file.ts';

type Match = ReturnType<typeof matchedIn>[number];

const matchedWith = (answer: FileAnswer, match: Match): Match[] => [
  match,
  ...matchedIn(answer).filter(({ field, text }) => field !== match.field || text !== match.text),
];

/** The field that takes one day for all payments without a date. */
const UNDATED = 'paidAt';

export function UndatedPayments({ answer, busy, choose }: ColumnChoiceProps) {
  const w = importWords.value;
  const { sheet, head, mapping, values } = answer;
  const undated = values.find(({ field }) => field === UNDATED);
  if (undated === undefined) return null;
  return (
    <section class="note import-dropped" aria-labelledby="undated-title">
      <h2 id="undated-title">{plural(undated.rows, w.undatedTitle)}</h2>
      <p>{w.undatedWhat}</p>
      <fieldset disabled={busy}>
        <DateInput
          kind="date"
          label={w.undatedDay}
          value={undated.to ?? ''}
          set={(to) => choose({ sheet, head, mapping, values: matchedWith(answer, { ...undated, to }) })}
        />
      </fieldset>
    </section>
  );
}

const nameOf = (field: string, name: string): string => (field === 'paymentMethod' ? methodWord(name) : name);

export function ValueChoice({ answer, busy, choose }: ColumnChoiceProps) {
  const w = importWords.value;
  const { sheet, head, mapping, choices } = answer;
  const values = answer.values.filter(({ field }) => field !== UNDATED);
  // These fields have the same names as on an order, whatever the kind of the file.
  const names: Readonly<Record<string, string>> = w.orders.fields;
  if (values.length === 0) return null;
  const match = (field: string, text: string, to: string): void =>
    choose({ sheet, head, mapping, values: matchedWith(answer, { field, text, to }) });
  return (
    <section aria-labelledby="values-title">
      <h2 id="values-title">{w.valuesTitle}</h2>
      <ul class="import-column-choice">
        {values.map(({ field, text, to, rows }) => (
          <li key={`${field} ${text}`} class={to === null && field === 'paymentMethod' ? 'import-left-out' : ''}>
            {field === 'unit' ? (
              <PackSize unit={text} size={to ?? ''} busy={busy} choose={(size) => match(field, text, size)} />
            ) : (
              <ChoiceMenu
                label={w.valueOf(names[field] ?? field, text)}
                value={to ?? ''}
                disabled={busy}
                groups={[
                  [{ value: '', text: field === 'status' ? w.chooseStatus : w.keepText }],
                  (choices[field] ?? []).map(({ id, name }) => ({ value: id, text: nameOf(field, name) })),
                ]}
                choose={(chosen) => match(field, text, chosen)}
              />
            )}
            <span class="meta">{plural(rows, w.rows)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const MOST_PIECES = 100_000;

interface PackSizeProps {
  readonly unit: string;
  /** The number of pieces in a pack, as the user typed it; empty if the user typed none. */
  readonly size: string;
  readonly busy: boolean;
  readonly choose: (size: string) => void;
}

/**
 * Shows a field for the number of pieces in one pack. The field is needed because Docket counts pieces, but the file
 * counts packs.
 */
function PackSize({ unit, size, busy, choose }: PackSizeProps) {
  const w = importWords.value;
  const [isWrong, setWrong] = useState(false);
  const take = (typed: string): void => {
    const pieces = parseNumber(typed) ?? 0;
    const isRight = typed === '' || (pieces > 0 && pieces <= MOST_PIECES);
    setWrong(!isRight);
    if (isRight) choose(typed);
  };
  return (
    <TextField
      name={`unit ${unit}`}
      label={w.packSize(unit)}
      hint={w.packHint}
      problem={isWrong ? w.packWrong : undefined}
      inputMode="decimal"
      defaultValue={size}
      disabled={busy}
      onChange={({ currentTarget }) => take(currentTarget.value.trim())}
    />
  );
}
