import { count } from '../../ui/format.ts';
import { importWords } from '../../words/import-words.ts';
import type { ShownImport } from './imports.ts';

interface ProgressProps {
  readonly run: Pick<ShownImport, 'total' | 'done' | 'trouble'>;
  /** The accessible name of the bar. */
  readonly label?: string;
}

export function ImportProgress({ run, label }: ProgressProps) {
  const w = importWords.value;
  return (
    <div class="import-progress">
      <progress class="import-bar" max={run.total} value={run.done} aria-label={label ?? w.progress} />
      <p class="meta">{w.doneOf(count(run.done), count(run.total))}</p>
      {run.trouble !== null && (
        <p class="note" role="status">
          {w.trouble[run.trouble]}
        </p>
      )}
      <p>{w.leave}</p>
    </div>
  );
}
