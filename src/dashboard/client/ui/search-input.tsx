import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from './keys.ts';

const PAUSE_MS = 250;

interface SearchInputProps {
  readonly label: string;
  /** A shorter placeholder, if the label does not fit. By default, the label itself. */
  readonly hint?: string;
  readonly text: string;
  readonly search: (text: string) => void;
  /** Called with the searched text after Enter. */
  readonly entered?: ((text: string) => void) | undefined;
}

export function SearchInput({ label, hint = label, text, search, entered }: SearchInputProps) {
  const field = useRef<HTMLInputElement>(null);
  useKeys({ Slash: () => field.current?.focus() });
  const [typed, setTyped] = useState(text);
  // The search uses the latest function, so that it keeps filters that are set during the pause in typing.
  const latest = useRef(search);
  latest.current = search;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** The last text that this field searched for. */
  const asked = useRef(text);
  const look = (value: string): void => {
    asked.current = value.trim();
    latest.current(asked.current);
  };
  // If this field's own search changed `text`, the field keeps what was typed. The typed text may have a trailing
  // space, or letters typed since the search.
  useLayoutEffect(() => {
    if (text === asked.current) return;
    // Without this, letters typed just before Back, or before clearing all filters, would still be searched for.
    clearTimeout(timer.current);
    setTyped(text);
    asked.current = text;
  }, [text]);
  // A waiting search is dropped when the field leaves the page. Otherwise it would replace a page that was opened
  // meanwhile.
  useLayoutEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      ref={field}
      type="search"
      maxLength={100}
      aria-label={label}
      placeholder={hint}
      title={label}
      value={typed}
      onInput={({ currentTarget: { value } }) => {
        setTyped(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => look(value), PAUSE_MS);
      }}
      onKeyDown={({ key, currentTarget: { value } }) => {
        if (key !== 'Enter' || entered === undefined) return;
        clearTimeout(timer.current);
        look(value);
        entered(asked.current);
      }}
    />
  );
}
