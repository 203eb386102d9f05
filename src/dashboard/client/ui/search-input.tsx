import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

const PAUSE_MS = 250;

interface SearchInputProps {
  readonly label: string;
  /** What an empty field says, where the label has no room in it. */
  readonly hint?: string;
  readonly text: string;
  readonly search: (text: string) => void;
  readonly field?: RefObject<HTMLInputElement | null> | undefined;
  /** Called with the text that Enter has searched for. */
  readonly entered?: ((text: string) => void) | undefined;
}

/** Searches after a short pause in typing. */
export function SearchInput({ label, hint = label, text, search, field, entered }: SearchInputProps) {
  const [typed, setTyped] = useState(text);
  // Other filters that are set while the pause lasts stay set.
  const latest = useRef(search);
  latest.current = search;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** The text that this field asked for last. */
  const asked = useRef(text);
  const look = (value: string): void => {
    asked.current = value.trim();
    latest.current(asked.current);
  };
  // Its own text is left alone: a space at its end, and a letter typed since, are not in the address yet.
  useLayoutEffect(() => {
    if (text === asked.current) return;
    // Letters typed just before Back, or before all filters go, would be searched for after it.
    clearTimeout(timer.current);
    setTyped(text);
    asked.current = text;
  }, [text]);
  // The same search would lead back from the page that was opened meanwhile.
  useLayoutEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      {...(field === undefined ? {} : { ref: field })}
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
