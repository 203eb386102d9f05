import { useLoaded } from '../../data/use-loaded.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { count, money, plural } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import { applyStocktake, type Counts, loadCounts, type Stocktake } from './data.ts';

const MOST_SHOWN = 5;

type Counted = Counts['products'][number];

interface ApplyDialogProps {
  readonly stocktake: Stocktake;
  readonly onClose: () => void;
  readonly applied: (changed: number) => void;
}

/** Asks before a stocktake is applied, and names large differences, because a count may have a digit too many. */
export function ApplyDialog({ stocktake, onClose, applied }: ApplyDialogProps) {
  const { id, differing } = stocktake;
  const { data } = useLoaded(() => loadCounts(id, { q: '', part: 'differing', category: undefined }), id);
  const s = words.value.stock.stocktakes;
  const largest = (data?.products ?? []).toSorted((a, b) => gapOf(b) - gapOf(a)).slice(0, MOST_SHOWN);
  return (
    <FormDialog
      title={s.applyTitle}
      action={s.apply}
      effects={[plural(differing, s.applies), ...sumsOf(stocktake), s.stays]}
      send={() => applyStocktake(id)}
      done={({ changed }) => applied(changed)}
      onClose={onClose}
    >
      <ul>
        {largest.map(({ id: product, name, counted, expected }) => (
          <li key={product}>
            <bdi>{name}</bdi> {count(expected ?? 0)} → <strong>{count(counted ?? 0)}</strong>
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}

const gapOf = ({ counted, expected }: Counted): number => Math.abs((counted ?? 0) - (expected ?? 0));

/** Formats the value of the missing goods and of the surplus in words; nothing for 0. */
export function sumsOf({ shortage, surplus }: Stocktake): string[] {
  const s = words.value.stock.stocktakes;
  const texts = [shortage > 0 && `${s.shortage}: ${money(shortage)}`, surplus > 0 && `${s.surplus}: ${money(surplus)}`];
  return texts.filter((text) => text !== false);
}
