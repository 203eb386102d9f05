import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { wrongField } from '../../data/wrong-field.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { count } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import { type Product, parseQuantity, stockOf, type Undo } from './data.ts';

/** Puts right what is on hand, by a difference or by what was counted, with a reason that stays. */
export function CorrectDialog({
  product,
  onClose,
  done,
}: {
  readonly product: Product;
  readonly onClose: () => void;
  /** @param undo takes it back by another line of the ledger */
  readonly done: (undo: Undo) => void;
}) {
  const [way, setWay] = useState<'by' | 'to'>('by');
  const [typed, setTyped] = useState('');
  const w = words.value.stock;
  const quantity = parseQuantity(typed);
  const correct = (body: { way: 'by' | 'to'; quantity: number; reason: string }) =>
    ask(stockOf()({ id: product.id }).correct.post(body));
  const then = quantity === undefined ? undefined : way === 'to' ? quantity : product.quantity + quantity;
  return (
    <FormDialog
      title={w.correctTitle}
      action={w.correct}
      send={async (text) => {
        if (quantity === undefined) throw wrongField('quantity', w.badQuantity);
        const { change } = await correct({ way, quantity, reason: text('reason') });
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
        {(['by', 'to'] as const).map((one) => (
          <label class="check" key={one}>
            <input type="radio" name="way" checked={way === one} onChange={() => setWay(one)} />{' '}
            {one === 'by' ? w.byWay : w.toWay}
          </label>
        ))}
      </fieldset>
      <TextField
        name="quantity"
        label={w.quantity}
        hint={then === undefined ? (way === 'by' ? w.byHint : '') : `${w.becomes} ${count(then)}`}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        required
        autofocus
        autocomplete="off"
      />
      <TextField name="reason" label={w.reason} hint={w.reasonHint} required maxLength={200} autocomplete="off" />
    </FormDialog>
  );
}
