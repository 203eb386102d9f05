import { Calendar } from 'lucide';
import type { InputHTMLAttributes } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { words } from '../words/common.ts';
import { Field, type FieldProps } from './field.tsx';
import { fieldInWords, localDay, locale } from './format.ts';
import { Icon } from './icon.tsx';
import { type DateKind, type DateMeaning, readTyped, stepDay, writeTyped } from './typed-date.ts';
import { useMended } from './use-mended.ts';

interface DateProps extends DateMeaning {
  readonly kind: DateKind;
  /** The value in the format of its `kind`; empty for none. */
  readonly value: string;
  readonly set: (value: string) => void;
}

type BoxProps = DateProps &
  Pick<InputHTMLAttributes, 'id' | 'name' | 'required' | 'disabled' | 'aria-invalid' | 'aria-describedby'> & {
    /** Receives the error in the typed text when the user leaves the field; undefined if there is no error. */
    readonly tell: (problem: string | undefined) => void;
    /** True if a date applies after Enter or after leaving the field, and not during typing. */
    readonly whenLeft?: boolean;
  };

const inOwnWay = (value: string): string => writeTyped(value, locale());

const EXAMPLE = '2026-12-31T14:30';
const exampleOf = (kind: DateKind): string =>
  inOwnWay(kind === 'date' ? EXAMPLE.slice(0, 10) : kind === 'time' ? EXAMPLE.slice(11) : EXAMPLE);

/**
 * Asks for a date or a time in the workspace's format: day first, on a 24-hour clock. The browser's own fields use the
 * browser's format. A button opens the browser's calendar, and the up and down keys move by a day.
 */
function DateBox({ kind, value, set, side, since, tell, whenLeft = false, ...rest }: BoxProps) {
  const [typed, setTyped] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const read = typed === undefined ? value : readTyped(kind, typed, localDay(), { side, since });
  const problem = read === undefined ? words.value.noSuchDate(exampleOf(kind)) : '';
  useLayoutEffect(() => input.current?.setCustomValidity(problem), [problem]);
  // A value set from outside replaces the typed text.
  useLayoutEffect(() => {
    if (read !== value && !(whenLeft && document.activeElement === input.current)) setTyped(undefined);
  }, [value]);
  const take = (text: string): void => {
    const now = readTyped(kind, text, localDay(), { side, since });
    if (now !== undefined && now !== value) set(now);
  };
  const pick = (now: string): void => {
    setTyped(undefined);
    tell(undefined);
    set(now);
  };
  const leave = (text: string): void => {
    take(text);
    if (read !== undefined) setTyped(undefined);
    tell(problem || undefined);
  };
  return (
    <span class="date-box">
      <input
        {...rest}
        ref={input}
        type="text"
        autocomplete="off"
        inputMode={kind === 'datetime' ? undefined : 'numeric'}
        placeholder={words.value.dateForm[kind]}
        value={typed ?? inOwnWay(value)}
        onInput={({ currentTarget: { value: text } }) => {
          setTyped(text);
          tell(undefined);
          if (!whenLeft) take(text);
        }}
        onBlur={({ currentTarget }) => leave(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') leave(event.currentTarget.value);
          const days = { ArrowUp: 1, ArrowDown: -1 }[event.key];
          if (days === undefined || kind === 'time' || read === undefined || read === '') return;
          event.preventDefault();
          pick(stepDay(read, days));
        }}
      />
      {kind !== 'time' && <CalendarButton kind={kind} value={read ?? ''} pick={pick} />}
    </span>
  );
}

interface CalendarButtonProps extends Pick<DateProps, 'kind' | 'value'> {
  readonly pick: (value: string) => void;
}

function CalendarButton({ kind, value, pick }: CalendarButtonProps) {
  const calendar = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={calendar}
        type="date"
        class="date-calendar"
        tabIndex={-1}
        aria-hidden="true"
        value={value.slice(0, 10)}
        onInput={(event) => {
          // The form finds a field by the name of its input. This input has no name, so its event must not reach the
          // form.
          event.stopPropagation();
          const { value: day } = event.currentTarget;
          if (day !== '') pick(kind === 'date' ? day : `${day}T${value.slice(11) || '12:00'}`);
        }}
      />
      <button
        type="button"
        class="quiet"
        aria-label={words.value.calendar}
        onClick={() => calendar.current?.showPicker()}
      >
        <Icon of={Calendar} />
      </button>
    </>
  );
}

export function DateField({
  kind,
  value,
  set,
  side = 'coming',
  ...field
}: Omit<DateProps, 'since'> &
  Omit<FieldProps, 'children'> & { readonly required?: boolean; readonly disabled?: boolean }) {
  const { required = false, disabled = false, ...rest } = field;
  const [problem, tell] = useState<string>();
  useMended(field.name, value);
  // An empty hint keeps its height, so that the fields next to it do not move.
  const hint = kind === 'time' ? rest.hint : fieldInWords(value) || '\u00a0';
  return (
    <Field {...rest} hint={hint} problem={problem}>
      {(tied) => (
        <DateBox
          {...tied}
          kind={kind}
          value={value}
          set={set}
          side={side}
          tell={tell}
          required={required}
          disabled={disabled}
        />
      )}
    </Field>
  );
}

interface DateInputProps extends DateProps {
  readonly label: string;
  /** A text for the line below the field, in place of the date in words. */
  readonly note?: string | undefined;
}

/** Shows a date field with a label, for a filter or another place outside a form. */
export function DateInput({ label, note, side = 'past', ...dated }: DateInputProps) {
  const [problem, tell] = useState<string>();
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <DateBox
        {...dated}
        id={id}
        side={side}
        tell={tell}
        whenLeft
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-said`}
      />
      <p id={`${id}-said`} class={problem === undefined ? 'meta' : 'field-problem'} aria-live="polite">
        {problem ?? note ?? fieldInWords(dated.value)}
      </p>
    </div>
  );
}
