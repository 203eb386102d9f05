import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { useAsked } from '../data/use-asked.ts';
import { suggestionWords } from '../words/suggestion-words.ts';
import { Field, type FieldProps } from './field.tsx';
import { plural } from './format.ts';
import { focusFirst } from './guest-parts.tsx';
import { useMended } from './use-mended.ts';

interface ComboProps<T>
  extends Omit<FieldProps, 'children'>,
    Pick<InputHTMLAttributes, 'inputMode' | 'onChange' | 'required' | 'autofocus' | 'maxLength' | 'aria-describedby'> {
  readonly value: string;
  /** True if a new choice replaces the text. The field then selects its text when it gets the focus. */
  readonly selects?: boolean;
  readonly set: (text: string) => void;
  /** Finds the few entries that match the typed text; for an empty text, the entries offered before typing. */
  readonly find: (text: string) => Promise<readonly T[]>;
  /** The pause in typing before a search, in milliseconds. */
  readonly pause?: number;
  readonly keyOf: (option: T) => string;
  readonly show: (option: T) => ComponentChildren;
  readonly choose: (option: T) => void;
}

type ListProps<T> = Pick<ComboProps<T>, 'value' | 'find' | 'pause' | 'choose' | 'keyOf'>;

function useList<T>({ value, find, pause = 0, choose, keyOf }: ListProps<T>) {
  const [isWanted, setIsWanted] = useState(false);
  // The id of the chosen entry (`keyOf`), not its position. The old list stays until the new one arrives, and positions
  // may then change.
  const [chosen, setChosen] = useState<string>();
  const text = value.trim();
  const key = isWanted ? `?${text}` : '';
  // If the search fails, nothing is suggested, but the typed text is still valid.
  const { data } = useAsked(async () => ({ key, options: isWanted ? await find(text) : [] }), key, pause);
  const options = data !== undefined && isWanted && data.key !== '' ? data.options : [];
  const isOpen = options.length > 0;
  const keys = options.map(keyOf);
  const at = chosen === undefined ? -1 : keys.indexOf(chosen);
  const want = (isNow: boolean): void => {
    setIsWanted(isNow);
    setChosen(undefined);
  };
  const take = (option: T | undefined): void => {
    want(false);
    if (option !== undefined) choose(option);
  };
  /** Handles a key. Returns false if the key has no meaning for the list. */
  const act = (key: string): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key] ?? 0;
    // Beyond either end of the list, nothing is chosen, and the field shows the typed text again.
    if (step !== 0 && isOpen) setChosen([undefined, ...keys].at((at + 1 + step) % (keys.length + 1)));
    else if (step !== 0) setIsWanted(true);
    else if (key === 'Escape' && isOpen) want(false);
    // If no suggestion is chosen, the first Enter only closes the list. The next Enter sends the form.
    else if (key === 'Enter' && isOpen) take(options[at]);
    else return false;
    return true;
  };
  const press = (event: KeyboardEvent): void => {
    if (event.isComposing || !act(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { options, isOpen, at, want, take, press, offer: () => value === '' && setIsWanted(true) };
}

/** Shows a field of free text with a list of suggestions (WAI-ARIA APG, editable combobox with list autocomplete). */
export function Combobox<T>(props: ComboProps<T>) {
  const { name, label, hint, long, problem, value, set, keyOf, show } = props;
  const { inputMode, onChange, required = false, autofocus = false, selects = false, maxLength } = props;
  const more = props['aria-describedby'] ?? '';
  useMended(name, value);
  const id = useId();
  const list = useList(props);
  const { options, isOpen, at } = list;
  return (
    <Field name={name} label={label} hint={hint} long={long} problem={problem}>
      {(tied) => (
        <div class="combo">
          <input
            {...tied}
            aria-describedby={`${more} ${tied['aria-describedby']}`.trim()}
            ref={autofocus === true ? focusFirst : null}
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={id}
            {...(isOpen && at >= 0 ? { 'aria-activedescendant': `${id}-${at}` } : {})}
            autocomplete="off"
            spellcheck={false}
            inputMode={inputMode}
            onChange={onChange}
            required={required}
            maxLength={maxLength}
            value={value}
            onInput={({ currentTarget, inputType }) => {
              set(currentTarget.value);
              // The `historyUndo` event comes from ui/scanner.ts, which has just removed a scanned barcode from the
              // field. No search starts then.
              list.want(inputType !== 'historyUndo');
            }}
            onFocus={({ currentTarget }) => selects && currentTarget.select()}
            onClick={list.offer}
            onBlur={() => list.want(false)}
            onKeyDown={list.press}
          />
          <Options id={id} options={options} at={at} keyOf={keyOf} show={show} take={list.take} />
          <span class="unseen" role="status">
            {isOpen && plural(options.length, suggestionWords.value.shown)}
          </span>
        </div>
      )}
    </Field>
  );
}

interface OptionsProps<T> extends Pick<ComboProps<T>, 'keyOf' | 'show'> {
  readonly id: string;
  readonly options: readonly T[];
  readonly at: number;
  readonly take: (option: T) => void;
}

function Options<T>({ id, options, at, keyOf, show, take }: OptionsProps<T>) {
  const idOf = (nth: number): string => `${id}-${nth}`;
  useEffect(() => {
    if (at >= 0) document.getElementById(idOf(at))?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <div
      id={id}
      class="combo-list"
      role="listbox"
      aria-label={suggestionWords.value.title}
      hidden={options.length === 0}
    >
      {options.map((option, nth) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the option (aria-activedescendant)
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above, the field handles the keys
        <div
          key={keyOf(option)}
          id={idOf(nth)}
          role="option"
          aria-selected={nth === at}
          // Keeps the focus in the field. Otherwise the list would close before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(option)}
        >
          {show(option)}
        </div>
      ))}
    </div>
  );
}

export function SuggestField({
  options,
  ...field
}: Omit<ComboProps<string>, 'find' | 'keyOf' | 'show' | 'choose'> & {
  /** The suggestions, or a function that loads them for each search. */
  readonly options: readonly string[] | (() => Promise<readonly string[]>);
}) {
  const find = async (text: string): Promise<readonly string[]> => {
    const typed = text.toLocaleLowerCase();
    const all = typeof options === 'function' ? await options() : options;
    return all.filter((one) => one.toLocaleLowerCase().includes(typed) && one !== text);
  };
  const show = (text: string): string => text;
  return <Combobox {...field} find={find} show={show} keyOf={show} choose={field.set} />;
}
