import { words } from '../words/common.ts';

interface MoreProps<Cursor> {
  /** The cursor of the next rows; null if the list is complete. */
  readonly next: Cursor | null;
  readonly more: (next: Cursor) => void;
}

export function MoreButton<Cursor>({ next, more }: MoreProps<Cursor>) {
  if (next === null) return null;
  return (
    <div class="foot">
      <button type="button" onClick={() => more(next)}>
        {words.value.more}
      </button>
    </div>
  );
}
