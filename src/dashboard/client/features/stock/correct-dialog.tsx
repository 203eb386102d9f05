import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { wrongField } from '../../data/wrong-field.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { count } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import { type Product, parseQuantity, stockOf, type Undo } from './data.ts';

const WAYS = ['came', 'went', 'counted'] as const;

interface CorrectProps {
  readonly product: Product;
  readonly onClose: () => void;
  readonly done: (undo: Undo) => void;
}

export function CorrectDialog({ product, onClose, done }: CorrectProps) {
  const [way, setWay] = useState<(typeof WAYS)[number]>('came');
  const [typed, setTyped] = useState('');
  const w = words.value.stock;
  const pieces = parseQuantity(typed);
  const quantity = pieces !== undefined && way === 'went' ? -pieces : pieces;
  const correct = (body: { way: 'by' | 'to'; quantity: number; reason: string }) =>
    ask(stockOf()({ id: product.id }).correct.post(body));
  const then = quantity === undefined || way === 'counted' ? quantity : product.quantity + quantity;
  return (
    <FormDialog
      title={w.correctTitle}
      action={w.correct}
      send={async (text) => {
        if (quantity === undefined) throw wrongField('quantity', w.badQuantity);
        const reason = text('reason').trim() || w.ways[way];
        const { change } = await correct({ way: way === 'counted' ? 'to' : 'by', quantity, reason });
        return () => correct({ way: 'by', quantity: -change, reason: w.undone });
      }}
      done={done}
      onClose={onClose}
    >
      <p>
        <strong>{product.name}</strong> · {w.onHand.toLowerCase()} {count(product.quantity)}
      </p>
      <fieldset>
        <legend class="unseen">{w.correctTitle}</legend>
        {WAYS.map((one) => (
          <label class="check" key={one}>
            <input type="radio" name="way" checked={way === one} onChange={() => setWay(one)} /> {w.ways[one]}
          </label>
        ))}
      </fieldset>
      <TextField
        name="quantity"
        label={w.quantity}
        inputMode="decimal"
        hint={then === undefined ? '' : `${w.becomes} ${count(then)}`}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        required
        autofocus
      />
      <TextField name="reason" label={w.reason} hint={w.reasonHint(w.ways[way])} maxLength={200} />
    </FormDialog>
  );
}
