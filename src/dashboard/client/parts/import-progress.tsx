import { count } from '../ui/format.ts';
import { words } from '../words/words.ts';
import type { ShownImport } from './imports.ts';

/** How far an import has come, as a bar that moves. */
export function ImportProgress({ it }: { readonly it: ShownImport }) {
  const w = words.value.imports;
  return (
    <div class="import-progress">
      <progress max={it.total} value={it.done} aria-label={w.progress} />
      <p class="meta">{w.doneOf(count(it.done), count(it.total))}</p>
      {it.trouble !== null && (
        <p class="note" role="status">
          {w.trouble[it.trouble]}
        </p>
      )}
      <p>{w.leave}</p>
    </div>
  );
}
