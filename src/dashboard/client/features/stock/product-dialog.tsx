import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { moneyText, numberText, parseNumber } from '../../data/plain-values.ts';
import { wrongField } from '../../data/wrong-field.ts';
import { SuggestField } from '../../ui/combobox.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { words } from '../../words/words.ts';
import { loadCategories, type Product, parseQuantity, stockOf } from './data.ts';

const PAUSE_MS = 200;

/** The typed values, as the server takes them. @throws a refusal of the field that is no number */
function readFields(written: (name: string) => string) {
  const w = words.value.stock;
  const text = (name: string): string => written(name).trim();
  const quantity = parseQuantity(text('quantity') || '0');
  if (quantity === undefined) throw wrongField('quantity', w.badQuantity);
  const price = text('price') === '' ? null : parseNumber(text('price'));
  if (price === undefined) throw wrongField('price', w.badPrice);
  const warnBelow = text('warnBelow') === '' ? null : parseQuantity(text('warnBelow'));
  if (warnBelow === undefined) throw wrongField('warnBelow', w.badQuantity);
  const [id, category] = [text('id'), text('category') || null];
  const codes = { sku: text('sku') || null, barcode: text('barcode') || null };
  const fields = { name: text('name'), ...codes, price, category, warnBelow };
  return { quantity, fields: id === '' ? fields : { ...fields, id } };
}

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
    const { quantity, fields } = readFields(written);
    return product === undefined
      ? ask(stockOf().post({ ...fields, quantity }))
      : ask(stockOf()({ id: product.id }).update.post(fields));
  };
  // Orders of the site go by it: an emptied one would be kept without a word.
  const ownId = product === undefined || product.externalId === product.id ? '' : product.externalId;
  const number = { inputMode: 'decimal', autocomplete: 'off' } as const;
  const title = product === undefined ? w.add : w.editTitle;
  return (
    <FormDialog title={title} action={words.value.save} send={send} done={done} onClose={onClose}>
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
        name="price"
        label={w.price}
        defaultValue={product?.price == null ? '' : moneyText(product.price)}
        {...number}
      />
      <CategoryField of={product?.category ?? ''} />
      {product === undefined && <TextField name="quantity" label={w.startQuantity} defaultValue="0" {...number} />}
      <TextField
        name="warnBelow"
        label={w.warnBelow}
        hint={w.warnHint}
        defaultValue={product?.warnBelow == null ? '' : numberText(product.warnBelow)}
        {...number}
      />
      <TextField name="sku" label={w.sku} maxLength={500} defaultValue={product?.sku ?? ''} autocomplete="off" />
      <TextField
        name="barcode"
        label={w.barcode}
        hint={w.barcodeHint}
        maxLength={100}
        defaultValue={product?.barcode ?? ''}
        autocomplete="off"
        spellcheck={false}
        // A scanner ends with Enter, which would save what is half filled in.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <TextField
        name="id"
        label={w.id}
        hint={w.idHint}
        maxLength={500}
        required={ownId !== ''}
        defaultValue={ownId}
        autocomplete="off"
        spellcheck={false}
      />
    </FormDialog>
  );
}

/** Any text; those in use are suggested. */
function CategoryField({ of }: { readonly of: string }) {
  const [category, setCategory] = useState(of);
  const { category: label, categoryHint: hint } = words.value.stock;
  return (
    <SuggestField
      name="category"
      label={label}
      hint={hint}
      options={loadCategories}
      pause={PAUSE_MS}
      value={category}
      set={setCategory}
    />
  );
}
