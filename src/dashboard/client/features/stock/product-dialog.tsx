import { ask, Refusal } from '../../data/api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { words } from '../../words/words.ts';
import { type Product, parseQuantity, stockOf } from './data.ts';

/** A product, new or as it is. What is on hand is changed by a correction alone. */
export function ProductDialog({
  product,
  onClose,
  done,
}: {
  /** Undefined for a new one. */
  readonly product?: Product;
  readonly onClose: () => void;
  readonly done: () => void;
}) {
  const w = words.value.stock;
  const form = useForm(async (written) => {
    const text = (name: string): string => written(name).trim();
    const fields = { id: text('id'), name: text('name'), sku: text('sku') === '' ? null : text('sku') };
    const quantity = parseQuantity(text('quantity') || '0');
    if (quantity === undefined) throw new Refusal('', w.badQuantity, '');
    await (product === undefined
      ? ask(stockOf().post({ ...fields, quantity }))
      : ask(stockOf()({ id: product.id }).update.post(fields)));
    done();
  });
  return (
    <Dialog title={product === undefined ? w.add : w.editTitle} onClose={onClose}>
      <Form of={form}>
        <label>
          {w.name}
          <input name="name" required maxLength={500} defaultValue={product?.name} autofocus autocomplete="off" />
        </label>
        <label>
          {w.id}
          <input
            name="id"
            required
            maxLength={500}
            defaultValue={product?.externalId}
            autocomplete="off"
            spellcheck={false}
            aria-describedby="product-id-hint"
          />
        </label>
        <p class="meta hint" id="product-id-hint">
          {w.idHint}
        </p>
        <label>
          {w.sku}
          <input name="sku" maxLength={500} defaultValue={product?.sku ?? ''} autocomplete="off" />
        </label>
        {product === undefined && (
          <label>
            {w.startQuantity}
            <input name="quantity" inputMode="decimal" defaultValue="0" autocomplete="off" />
          </label>
        )}
        {form.error !== undefined && <Problem error={form.error} />}
        <div class="actions">
          <button type="button" onClick={onClose}>
            {words.value.cancel}
          </button>
          <button type="submit" class="main">
            {words.value.save}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
