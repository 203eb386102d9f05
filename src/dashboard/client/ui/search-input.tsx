import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

const PAUSE_MS = 250;

interface SearchInputProps {
  readonly label: string;
  readonly text: string;
  readonly search: (text: string) => void;
  readonly field?: RefObject<HTMLInputElement | null> | undefined;
}

/** Searches after a short pause in typing. */
export function SearchInput({ label, text, search, field }: SearchInputProps) {
  const [typed, setTyped] = useState(text);
  // Other filters that are set while the pause lasts stay set.
  const latest = useRef(search);
  latest.current = search;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => setTyped(text), [text]);
  return (
    <input
      {...(field === undefined ? {} : { ref: field })}
      type="search"
      maxLength={100}
      aria-label={label}
      placeholder={label}
      value={typed}
      onInput={({ currentTarget: { value } }) => {
        setTyped(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => latest.current(value.trim()), PAUSE_MS);
      }}
    />
  );
}
