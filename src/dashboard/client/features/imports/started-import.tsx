import { useState } from 'preact/hooks';
import { useLoaded } from '../../data/use-loaded.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { count, plural } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { importWords } from '../../words/import-words.ts';
import { countOf, loadUndo, type ShownImport, undoImport, useImport } from './imports.ts';
import { type FileKind, importAddress } from './kinds.ts';
import { Notes } from './preview.tsx';

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

interface UndoProps {
  readonly kind: FileKind;
  readonly run: ShownImport;
  readonly onClose: () => void;
  readonly done: (run: ShownImport) => void;
}

function UndoDialog({ kind, run, onClose, done }: UndoProps) {
  const loaded = useLoaded(() => loadUndo(run.id), run.id);
  const w = { ...importWords.value.undo, ...kind.words.undo };
  const { data } = loaded;
  return (
    <FormDialog
      title={w.title}
      action={w.verb}
      danger
      disabled={data === undefined || data.deleted + data.reverted === 0}
      send={() => undoImport(run.id)}
      done={done}
      onClose={onClose}
    >
      {data === undefined ? (
        <Waiting of={loaded} />
      ) : (
        <>
          {(data.deleted > 0 || data.reverted === 0) && (
            <p>
              <strong>{plural(data.deleted, w.deletes)}</strong>
            </p>
          )}
          {data.reverted > 0 && (
            <p>
              <strong>{plural(data.reverted, w.reverts)}</strong>
            </p>
          )}
          {data.kept > 0 && (
            <p>
              {plural(data.kept, w.keeps)}{' '}
              {data.keptRows.map(({ id, name }, at) => (
                <>
                  {at > 0 && ', '}
                  <a href={`/app/${kind.keptOf ?? kind.of}/${id}`}>{name}</a>
                </>
              ))}
              {data.kept > data.keptRows.length && ' …'}
            </p>
          )}
          <p>{w.what}</p>
        </>
      )}
    </FormDialog>
  );
}
