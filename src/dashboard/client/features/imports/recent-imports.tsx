import { ago, count, moment } from '../../ui/format.ts';
import { importWords } from '../../words/import-words.ts';
import { useImports } from './imports.ts';
import { type FileKind, importAddress } from './kinds.ts';
import { sumOf } from './started-import.tsx';

interface RecentProps {
  readonly kind: FileKind;
  /** The id of an import that the page already shows. The list leaves it out. */
  readonly but: string | undefined;
}

/** The list exists because the reader may have left the page before an import ended. */
export function RecentImports({ kind, but }: RecentProps) {
  const { data } = useImports(kind.kind);
  const w = importWords.value;
  const shown = data?.imports.filter(({ id }) => id !== but) ?? [];
  if (shown.length === 0) return null;
  return (
    <section class="import-recent" aria-labelledby="recent-imports-title">
      <h2 id="recent-imports-title">{w.recent}</h2>
      <ul class="cards">
        {shown.map((run) => (
          <li key={run.id}>
            <span class="device">
              <a href={`${importAddress(kind)}?started=${run.id}`}>
                <time title={moment(run.createdAt)}>{ago(run.createdAt)}</time>
              </a>
            </span>
            {!run.isDone && <progress class="import-bar" max={run.total} value={run.done} aria-label={w.progress} />}
            <span class="meta">
              {run.isDone ? sumOf(kind, run) : w.doneOf(count(run.done), count(run.total))}
              {run.by !== null && ` · ${run.by}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
