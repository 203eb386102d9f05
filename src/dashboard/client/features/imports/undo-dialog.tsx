import { useLoaded } from '../../data/use-loaded.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { plural } from '../../ui/format.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { importWords } from '../../words/import-words.ts';
import { loadUndo, type ShownImport, undoImport } from './imports.ts';
import type { FileKind } from './kinds.ts';

interface UndoProps {
  readonly kind: FileKind;
  readonly run: ShownImport;
  readonly onClose: () => void;
  readonly done: (run: ShownImport) => void;
}

/** Shows what undoing an import would change, and lists what would stay. */
export function UndoDialog({ kind, run, onClose, done }: UndoProps) {
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
