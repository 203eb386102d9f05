import { useState } from 'preact/hooks';
import { count, plural } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { importWords } from '../../words/import-words.ts';
import { countOf, type ShownImport, useImport } from './imports.ts';
import { type FileKind, importAddress } from './kinds.ts';
import { Notes } from './preview.tsx';
import { UndoDialog } from './undo-dialog.tsx';

interface ComeProps {
  readonly kind: FileKind;
  readonly run: ShownImport;
}

const cameOf = ({ kind, run }: ComeProps, names: readonly string[]): readonly string[] =>
  names.flatMap((name) => {
    const number = countOf(run, name);
    return number === 0 ? [] : [plural(number, kind.words.came[name] ?? {})];
  });

const madeOf = (props: ComeProps): string =>
  cameOf(props, props.kind.makes).join(', ') || importWords.value.doneNothing;

/** Describes the outcome of an import in one line. */
export function sumOf(kind: FileKind, run: ShownImport): string {
  const came = [madeOf({ kind, run }), ...cameOf({ kind, run }, kind.others)].join(', ');
  return run.undo === null ? came : `${came}. ${undoneOf(kind, run.undo.counts)}`;
}

function undoneOf({ words: { undo } }: FileKind, { deleted = 0, reverted = 0 }: ShownImport['counts']): string {
  const parts = [
    ...(deleted > 0 || reverted === 0 ? [plural(deleted, undo.done)] : []),
    ...(reverted > 0 ? [plural(reverted, undo.reverted)] : []),
  ];
  return importWords.value.undo.undone(parts.join(', '));
}

/** Shows an accepted import: a progress bar while it runs, then its outcome. */
export function StartedImport({ kind, id }: { readonly kind: FileKind; readonly id: string }) {
  const { data, error, reload, show } = useImport(id);
  if (data === undefined) return <Waiting of={{ data, error, reload }} />;
  if (data.isDone) return <Done kind={kind} run={data} changed={(run) => show(() => run)} />;
  return (
    <section class="import-counts" aria-labelledby="started-title">
      <h2 id="started-title">{plural(data.total, kind.words.underWay)}</h2>
      <Problem error={error} retry={reload} />
      <ImportProgress run={data} />
    </section>
  );
}

interface DoneProps extends ComeProps {
  readonly changed: (run: ShownImport) => void;
}

function Done({ kind, run, changed }: DoneProps) {
  const [isAsked, setAsked] = useState(false);
  const w = importWords.value;
  const isUndone = run.undo?.isDone === true;
  const others = isUndone ? [] : cameOf({ kind, run }, kind.others);
  return (
    <>
      <div class="empty" role="status">
        <h2>{isUndone ? undoneOf(kind, run.undo?.counts ?? {}) : madeOf({ kind, run })}</h2>
        {run.undo !== null && <Undoing kind={kind} run={run} />}
        {others.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {!isUndone && <Notes notes={kind.words.notes} counts={run.counts} />}
        <div class="actions">
          <a class="button" href={importAddress(kind)}>
            {w.another}
          </a>
          {run.mayUndo && (
            <button type="button" onClick={() => setAsked(true)}>
              {w.undo.button}
            </button>
          )}
          {!isUndone && (
            <a class="button main" href={kind.found}>
              {kind.words.look}
            </a>
          )}
        </div>
      </div>
      {isAsked && (
        <UndoDialog
          kind={kind}
          run={run}
          onClose={() => setAsked(false)}
          done={(begun) => {
            setAsked(false);
            changed(begun);
          }}
        />
      )}
    </>
  );
}

function Undoing({ kind, run }: ComeProps) {
  const w = importWords.value;
  const { counts = {}, isDone = false } = run.undo ?? {};
  const { kept = 0 } = counts;
  if (isDone) return kept === 0 ? null : <p>{plural(kept, w.undo.kept)}</p>;
  const total = kind.makes.reduce((sum, name) => sum + countOf(run, name), 0);
  const done = Object.values(counts).reduce((sum, one) => sum + one, 0);
  return <ImportProgress run={{ ...run, done: Math.min(done, total), total }} label={w.undo.progress} />;
}

interface ProgressProps {
  readonly run: Pick<ShownImport, 'total' | 'done' | 'trouble'>;
  /** The accessible name of the bar. */
  readonly label?: string;
}

function ImportProgress({ run, label }: ProgressProps) {
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
