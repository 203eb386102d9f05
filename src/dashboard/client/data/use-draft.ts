import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { dropDraft, keepDraft, keptDraft } from './drafts.ts';

export interface KeptDraft {
  /** True if the form contains an earlier draft that was never sent. */
  readonly isFound: boolean;
  /**
   * Deletes the draft, and stops saving the form unless `goesOn` is true.
   * @param goesOn true only if the caller itself changes the form right after this call. That change is not saved, but
   * the user's later changes are.
   */
  readonly drop: (goesOn?: boolean) => void;
}

interface DraftOptions<T> {
  /** Identifies the form by its kind, the workspace and the edited thing: `edit-order <workspace> <order id>`. */
  readonly name: string;
  readonly value: T;
  readonly fill: (kept: T) => void;
  /** Checks the kept value; undefined for a value from another version of the pages. */
  readonly read: (kept: unknown) => T | undefined;
}

/**
 * Saves the content of a form in the tab, from the first change until the form is sent. A reopened form is filled with
 * the saved content at once. If the form asked the user first, the user could overlook the question. Typing would then
 * overwrite the saved content.
 */
export function useDraft<T>({ name, value, fill, read }: DraftOptions<T>): KeptDraft {
  const [found, setFound] = useState(() => read(keptDraft(name)));
  const seen = useRef(value);
  const isOver = useRef(false);
  const isAtStart = useRef(false);
  useLayoutEffect(() => {
    if (found !== undefined) fill(found);
  }, []);
  // The draft is saved together with the change, not a frame later. Otherwise a reader who leaves at once would lose
  // the last keystrokes.
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
