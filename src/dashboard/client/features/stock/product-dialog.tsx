import { ask } from '../../data/api.ts';
import { wrongField } from '../../data/wrong-field.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
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
  const send = (written: (name: string) => string): Promise<unknown> => {
    const text = (name: string): string => written(name).trim();
    const fields = { id: text('id'), name: text('name'), sku: text('sku') === '' ? null : text('sku') };
    const quantity = parseQuantity(text('quantity') || '0');
    if (quantity === undefined) throw wrongField('quantity', w.badQuantity);
    return product === undefined
      ? ask(stockOf().post({ ...fields, quantity }))
      : ask(stockOf()({ id: product.id }).update.post(fields));
  };
  return (
    <FormDialog
      title={product === undefined ? w.add : w.editTitle}
      action={words.value.save}
      send={send}
      done={done}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={w.name}
        required
        maxLength={500}
        defaultValue={product?.name ?? ''}
        autofocus
        autocomplete="off"
      />
      <TextField
        name="id"
        label={w.id}
        hint={w.idHint}
        required
        maxLength={500}
        defaultValue={product?.externalId ?? ''}
        autocomplete="off"
        spellcheck={false}
      />
      <TextField name="sku" label={w.sku} maxLength={500} defaultValue={product?.sku ?? ''} autocomplete="off" />
      {product === undefined && (
        <TextField name="quantity" label={w.startQuantity} inputMode="decimal" defaultValue="0" autocomplete="off" />
      )}
    </FormDialog>
  );
}
