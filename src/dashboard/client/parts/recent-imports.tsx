import { ago, count, moment } from '../ui/format.ts';
import { words } from '../words/words.ts';
import { type ShownImport, useImports } from './imports.ts';

interface RecentProps {
  readonly kind: 'orders' | 'products';
  /** What came of one, in words. */
  readonly sum: (run: ShownImport) => string;
  /** The id of one that is shown already. */
  readonly but?: string | undefined;
  /** Where one is looked at. */
  readonly open?: (run: ShownImport) => string;
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
        {shown.map((run) => (
          <li key={run.id}>
            <span class="device">
              <When run={run} to={open?.(run)} />
            </span>
            {!run.isDone && <progress max={run.total} value={run.done} aria-label={w.progress} />}
            <span class="meta">
              {run.isDone ? sum(run) : w.doneOf(count(run.done), count(run.total))}
              {run.by !== null && ` · ${run.by}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function When({ run: { createdAt }, to }: { readonly run: ShownImport; readonly to: string | undefined }) {
  const time = <time title={moment(createdAt)}>{ago(createdAt)}</time>;
  return to === undefined ? time : <a href={to}>{time}</a>;
}
