import { useEffect, useRef, useState } from 'preact/hooks';
import { words } from '../../words/words.ts';
import type { OrdersAddress } from './address.ts';

const PAUSE_MS = 250;

interface SearchFieldProps {
  readonly address: OrdersAddress;
  readonly field?: { current: HTMLInputElement | null };
}

/** Searches while one types, after a short pause. */
export function SearchField({ address, field }: SearchFieldProps) {
  const [text = ''] = address.values('q');
  const [typed, setTyped] = useState(text);
  // Other filters that are set while the pause lasts stay set.
  const latest = useRef(address);
  latest.current = address;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => setTyped(text), [text]);
  const search = (value: string): void => {
    setTyped(value);
    clearTimeout(timer.current);
    const q = value.trim();
    timer.current = setTimeout(() => latest.current.set({ q: q === '' ? [] : [q] }), PAUSE_MS);
  };
  return (
    <input
      {...(field === undefined ? {} : { ref: field })}
      type="search"
      maxLength={100}
      aria-label={words.value.orders.search}
      placeholder={words.value.orders.search}
      value={typed}
      onInput={({ currentTarget }) => search(currentTarget.value)}
    />
  );
}
