import { plural } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import { ImportProgress } from './import-progress.tsx';
import { countOf, type ShownImport, useImport } from './imports.ts';
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
  cameOf(props, props.kind.makes).join(', ') || words.value.imports.doneNothing;

/** The outcome of an import, in one line. */
export const sumOf = (kind: FileKind, run: ShownImport): string =>
  [madeOf({ kind, run }), ...cameOf({ kind, run }, kind.others)].join(', ');

/** An import that was accepted: its bar while it is under way, then what came of it. */
export function StartedImport({ kind, id }: { readonly kind: FileKind; readonly id: string }) {
  const { data, error, reload } = useImport(id);
  if (data === undefined) return <Waiting of={{ data, error, reload }} />;
  if (data.isDone) return <Done kind={kind} run={data} />;
  return (
    <section class="import-counts" aria-labelledby="started-title">
      <h2 id="started-title">{plural(data.total, kind.words.underWay)}</h2>
      <Problem error={error} retry={reload} />
      <ImportProgress run={data} />
    </section>
  );
}

function Done({ kind, run }: ComeProps) {
  return (
    <div class="empty" role="status">
      <h2>{madeOf({ kind, run })}</h2>
      {cameOf({ kind, run }, kind.others).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <Notes notes={kind.words.notes} counts={run.counts} />
      <div class="actions">
        <a class="button" href={importAddress(kind)}>
          {words.value.imports.another}
        </a>
        <a class="button main" href={kind.found}>
          {kind.words.look}
        </a>
      </div>
    </div>
  );
}
