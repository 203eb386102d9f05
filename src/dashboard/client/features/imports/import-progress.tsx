import { count } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import type { ShownImport } from './imports.ts';

/** How far an import has come, as a bar that moves. */
export function ImportProgress({ run }: { readonly run: ShownImport }) {
  const w = words.value.imports;
  return (
    <div class="import-progress">
      <progress class="import-bar" max={run.total} value={run.done} aria-label={w.progress} />
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
