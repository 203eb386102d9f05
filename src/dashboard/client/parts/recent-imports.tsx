import { ago, count, moment } from '../ui/format.ts';
import { words } from '../words/words.ts';
import { type ShownImport, useImports } from './imports.ts';

interface RecentProps {
  readonly kind: 'orders' | 'products';
  /** What came of one, in words. */
  readonly sum: (it: ShownImport) => string;
  /** The id of one that is shown already. */
  readonly but?: string | undefined;
  /** Where one is looked at. */
  readonly open?: (it: ShownImport) => string;
}

/** The last imports and what came of them: whoever left the page finds it here. */
export function RecentImports({ kind, sum, but, open }: RecentProps) {
  const { data } = useImports(kind);
  const w = words.value.imports;
  const shown = data?.imports.filter(({ id }) => id !== but) ?? [];
  if (shown.length === 0) return null;
  return (
    <section class="recent-imports" aria-labelledby="recent-imports-title">
      <h2 id="recent-imports-title">{w.recent}</h2>
      <ul class="cards">
        {shown.map((it) => (
          <li key={it.id}>
            <span class="device">
              <When it={it} to={open?.(it)} />
            </span>
            {!it.isDone && <progress max={it.total} value={it.done} aria-label={w.progress} />}
            <span class="meta">
              {it.isDone ? sum(it) : w.doneOf(count(it.done), count(it.total))}
              {it.by !== null && ` · ${it.by}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function When({ it: { createdAt }, to }: { readonly it: ShownImport; readonly to: string | undefined }) {
  const time = <time title={moment(createdAt)}>{ago(createdAt)}</time>;
  return to === undefined ? time : <a href={to}>{time}</a>;
}
