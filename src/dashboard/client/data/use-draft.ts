import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { dropDraft, keepDraft, keptDraft } from './drafts.ts';

export interface KeptDraft {
  /** True if the form holds an earlier draft that was never sent. */
  readonly isFound: boolean;
  /** Ends the draft once the form is sent. @param goesOn true if the form begins again and the caller fills it next */
  readonly drop: (goesOn?: boolean) => void;
}

interface DraftOptions<T> {
  /** Tells the form from others, with the workspace and what it is about: `new-order <workspace>`. */
  readonly name: string;
  readonly value: T;
  /** Puts what was kept into the form. */
  readonly fill: (kept: T) => void;
  /** Checks the kept value; undefined for one that another version of the pages has kept. */
  readonly read: (kept: unknown) => T | undefined;
}

/**
 * Keeps what a form holds in the tab, from its first change until it is sent. A form that is opened again has it at once.
 * It is not offered first: anyone who typed on without an answer would lose it.
 */
export function useDraft<T>({ name, value, fill, read }: DraftOptions<T>): KeptDraft {
  const [found, setFound] = useState(() => read(keptDraft(name)));
  const seen = useRef(value);
  const isOver = useRef(false);
  const isAtStart = useRef(false);
  useLayoutEffect(() => {
    if (found !== undefined) fill(found);
  }, []);
  // Kept with the change itself, not a frame later: a reader who leaves at once would lose the last keystrokes.
  useLayoutEffect(() => {
    if (seen.current === value || isOver.current) return;
    seen.current = value;
    if (isAtStart.current) isAtStart.current = false;
    else keepDraft(name, value);
  }, [name, value]);
  return {
    isFound: found !== undefined,
    drop(goesOn = false) {
      isOver.current = !goesOn;
      isAtStart.current = goesOn;
      dropDraft(name);
      setFound(undefined);
    },
  };
}
