import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { dropDraft, keepDraft, keptDraft } from './drafts.ts';

export interface KeptDraft<T> {
  /** What was begun before and never sent, as long as nobody has said whether to go on with it. */
  readonly found: T | undefined;
  /** Goes on with what was found, or with the form as it stands. */
  readonly decide: (isWanted: boolean) => void;
  /** It was sent: nothing is kept any more. */
  readonly sent: () => void;
}

interface DraftOptions<T> {
  /** Tells the form from others, with the workspace and what it is about: `new-order <workspace>`. */
  readonly name: string;
  /** What the form holds now. */
  readonly value: T;
  /** Puts what was kept into the form. */
  readonly fill: (kept: T) => void;
  /** What was kept, made sure of; undefined for what another version of the pages has kept. */
  readonly read: (kept: unknown) => T | undefined;
}

/** Keeps what a form holds in the tab from its first change on, until it is sent; offers what was kept before. */
export function useDraft<T>({ name, value, fill, read }: DraftOptions<T>): KeptDraft<T> {
  const [found, setFound] = useState(() => read(keptDraft(name)));
  const seen = useRef(value);
  const isOver = useRef(false);
  // With the change itself, not a frame later: whoever leaves at once would lose the last of what they typed.
  useLayoutEffect(() => {
    if (seen.current === value || isOver.current) return;
    seen.current = value;
    // Whoever types on has chosen the form as it stands.
    setFound(undefined);
    keepDraft(name, value);
  }, [name, value]);
  return {
    found,
    decide(isWanted) {
      if (isWanted && found !== undefined) fill(found);
      else dropDraft(name);
      setFound(undefined);
    },
    sent() {
      isOver.current = true;
      dropDraft(name);
    },
  };
}
