import { useState } from 'preact/hooks';
import { plural } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import { ImportProgress } from './import-progress.tsx';
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
  cameOf(props, props.kind.makes).join(', ') || words.value.imports.doneNothing;

/** The outcome of an import, in one line. */
export function sumOf(kind: FileKind, run: ShownImport): string {
  const came = [madeOf({ kind, run }), ...cameOf({ kind, run }, kind.others)].join(', ');
  return run.undo === null
    ? came
    : `${came}. ${plural(run.undo.counts['deleted'] ?? 0, words.value.imports.undo.done)}`;
}

/** An import that was accepted: its bar while it is under way, then what came of it. */
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
  const w = words.value.imports;
  return (
    <>
      <div class="empty" role="status">
        <h2>{madeOf({ kind, run })}</h2>
        {run.undo !== null && <Undone run={run} />}
        {cameOf({ kind, run }, kind.others).map((text) => (
          <p key={text}>{text}</p>
        ))}
        <Notes notes={kind.words.notes} counts={run.counts} />
        <div class="actions">
          <a class="button" href={importAddress(kind)}>
            {w.another}
          </a>
          {run.mayUndo && (
            <button type="button" onClick={() => setAsked(true)}>
              {w.undo.button}
            </button>
          )}
          <a class="button main" href={kind.found}>
            {kind.words.look}
          </a>
        </div>
      </div>
      {isAsked && (
        <UndoDialog
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

/** The progress of an undo, or its outcome. */
function Undone({ run }: Pick<ComeProps, 'run'>) {
  const w = words.value.imports;
  const { counts = {}, isDone = false } = run.undo ?? {};
  const { deleted = 0, kept = 0, gone = 0 } = counts;
  const made = countOf(run, 'created');
  if (!isDone) {
    return (
      <ImportProgress
        run={{ ...run, done: Math.min(deleted + kept + gone, made), total: made }}
        label={w.undo.progress}
      />
    );
  }
  return (
    <>
      <p>
        <strong>{plural(deleted, w.undo.done)}</strong>
      </p>
      {kept > 0 && <p>{plural(kept, w.undo.kept)}</p>}
    </>
  );
}
