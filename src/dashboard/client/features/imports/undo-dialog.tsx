import { useLoaded } from '../../data/use-loaded.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { plural } from '../../ui/format.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import { loadUndo, type ShownImport, undoImport } from './imports.ts';

interface UndoProps {
  readonly run: ShownImport;
  readonly onClose: () => void;
  readonly done: (run: ShownImport) => void;
}

/** Says what undoing an import comes to, and names the orders that stay. */
export function UndoDialog({ run, onClose, done }: UndoProps) {
  const loaded = useLoaded(() => loadUndo(run.id), run.id);
  const w = words.value.imports.undo;
  const { data } = loaded;
  return (
    <FormDialog
      title={w.title}
      action={w.verb}
      danger
      disabled={data === undefined || data.deleted === 0}
      send={() => undoImport(run.id)}
      done={done}
      onClose={onClose}
    >
      {data === undefined ? (
        <Waiting of={loaded} />
      ) : (
        <>
          <p>
            <strong>{plural(data.deleted, w.deletes)}</strong>
          </p>
          {data.kept > 0 && (
            <p>
              {plural(data.kept, w.keeps)}{' '}
              {data.keptOrders.map(({ id, num }, at) => (
                <>
                  {at > 0 && ', '}
                  <a href={`/app/orders/${id}`}>{num}</a>
                </>
              ))}
              {data.kept > data.keptOrders.length && ' …'}
            </p>
          )}
          <p>{w.what}</p>
        </>
      )}
    </FormDialog>
  );
}
