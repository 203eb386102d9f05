import { useState } from 'preact/hooks';
import { ask, Refusal } from '../../data/api.ts';
import { newUuid } from '../../data/new-uuid.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { count } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { words } from '../../words/words.ts';
import { type Product, parseQuantity, stockOf } from './data.ts';

/** Puts right what is on hand, by a difference or by what was counted, with a reason that stays. */
export function CorrectDialog({
  product,
  onClose,
  done,
}: {
  readonly product: Product;
  readonly onClose: () => void;
  readonly done: () => void;
}) {
  // One for each opening: sent twice, it corrects once.
  const [formId] = useState(newUuid);
  const [way, setWay] = useState<'by' | 'to'>('by');
  const [typed, setTyped] = useState('');
  const w = words.value.stock;
  const quantity = parseQuantity(typed);
  const then = quantity === undefined ? undefined : way === 'to' ? quantity : product.quantity + quantity;
  const form = useForm(async (text) => {
    if (quantity === undefined) throw new Refusal('', w.badQuantity, '');
    await ask(stockOf()({ id: product.id }).correct.post({ formId, way, quantity, reason: text('reason') }));
    done();
  });
  return (
    <Dialog title={w.correctTitle} onClose={onClose}>
      <p>
        <strong>{product.name}</strong> · {w.onHand.toLowerCase()} {count(product.quantity)}
      </p>
      <Form of={form}>
        <fieldset>
          <legend class="unseen">{w.correctTitle}</legend>
          {(['by', 'to'] as const).map((one) => (
            <label class="check" key={one}>
              <input type="radio" name="way" checked={way === one} onChange={() => setWay(one)} />{' '}
              {one === 'by' ? w.byWay : w.toWay}
            </label>
          ))}
        </fieldset>
        <label>
          {w.quantity}
          <input
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            required
            autofocus
            autocomplete="off"
            aria-describedby="quantity-hint"
          />
        </label>
        <p class="meta hint" id="quantity-hint">
          {then === undefined ? way === 'by' && w.byHint : `${w.becomes} ${count(then)}`}
        </p>
        <label>
          {w.reason}
          <input name="reason" required maxLength={200} autocomplete="off" aria-describedby="reason-hint" />
        </label>
        <p class="meta hint" id="reason-hint">
          {w.reasonHint}
        </p>
        {form.error !== undefined && <Problem error={form.error} />}
        <div class="actions">
          <button type="button" onClick={onClose}>
            {words.value.cancel}
          </button>
          <button type="submit" class="main">
            {w.correct}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
