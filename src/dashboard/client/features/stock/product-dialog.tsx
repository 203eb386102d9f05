import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { base64Of, pictureAt } from '../../data/picture-text.ts';
import { moneyText, numberText, parseNumber } from '../../data/plain-values.ts';
import { scaledPicture } from '../../data/scaled-picture.ts';
import { wrongField } from '../../data/wrong-field.ts';
import { pictureAddress } from '../../parts/product-picture.tsx';
import { SuggestField } from '../../ui/combobox.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import { FileBox } from '../../ui/file-box.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useFieldProblems } from '../../ui/problem/use-told.ts';
import { type Sending, useSending } from '../../ui/sending.ts';
import { words } from '../../words/words.ts';
import { loadCategories, type Product, parseQuantity, stockOf, type Undo } from './data.ts';

const PAUSE_MS = 200;

/** @throws Refusal at a field that does not contain a number */
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

/** @param picture a `data:` URL; null removes the picture, undefined leaves it as it is */
const pictureBody = (picture: string | null | undefined) =>
  picture === undefined ? {} : { picture: picture === null ? null : base64Of(picture) };

/** @returns a function that restores all earlier values; undefined if nothing changed */
async function change(product: Product, sent: Readonly<Record<string, unknown>>): Promise<Undo | undefined> {
  const { id, externalId, name, sku, price, category, warnBelow, barcode } = product;
  const kept = pictureAddress(product);
  const picture = 'picture' in sent ? await pictureAt(kept) : undefined;
  const update = (body: object) => ask(stockOf()({ id }).update.post(body));
  await update(sent);
  const fields = { id: externalId, name, sku, price, category, warnBelow, barcode };
  const changed = Object.entries(fields).filter(([field, before]) => field in sent && sent[field] !== before);
  // An earlier picture that could not be loaded cannot be restored.
  const isLost = kept !== undefined && picture === null;
  const before = { ...Object.fromEntries(changed), ...(isLost ? {} : pictureBody(picture)) };
  return Object.keys(before).length === 0 ? undefined : () => update(before);
}

interface ProductDialogProps {
  /** The product to change; undefined for a new one. */
  readonly product?: Product;
  readonly onClose: () => void;
  /** @param undo restores an edited product to its earlier state */
  readonly done: (undo?: Undo) => void;
}

/** Has no quantity field for an existing product, because only a correction may change the stock. */
export function ProductDialog({ product, onClose, done }: ProductDialogProps) {
  const w = words.value.stock;
  const [picture, setPicture] = useState<string | null>();
  const scaling = useSending();
  const kept = product && pictureAddress(product);
  const send = async (written: (name: string) => string): Promise<Undo | undefined> => {
    const { quantity, fields } = readFields(written);
    const sent = { ...fields, ...pictureBody(picture) };
    if (product !== undefined) return change(product, sent);
    await ask(stockOf().post({ ...sent, quantity }));
    return undefined;
  };
  const title = product === undefined ? w.add : w.editTitle;
  return (
    <FormDialog
      title={title}
      action={words.value.save}
      send={send}
      done={done}
      onClose={onClose}
      disabled={scaling.busy}
    >
      <TextField name="name" label={w.name} required maxLength={500} defaultValue={product?.name ?? ''} autofocus />
      <TextField
        name="price"
        label={w.price}
        defaultValue={product?.price == null ? '' : moneyText(product.price)}
        inputMode="decimal"
      />
      <CategoryField of={product?.category ?? ''} />
      <PictureField shown={picture === undefined ? kept : (picture ?? undefined)} scaling={scaling} put={setPicture} />
      {product === undefined && (
        <TextField name="quantity" label={w.startQuantity} defaultValue="0" inputMode="decimal" />
      )}
      <TextField
        name="warnBelow"
        label={w.warnBelow}
        hint={w.warnHint}
        defaultValue={product?.warnBelow == null ? '' : numberText(product.warnBelow)}
        inputMode="decimal"
      />
      <CodeFields of={product} />
    </FormDialog>
  );
}

function CodeFields({ of: product }: { readonly of: Product | undefined }) {
  const w = words.value.stock;
  // If a product has an id from the shop, the form requires this field. Orders from the website refer to that id. The
  // server ignores an empty id, so a user would wrongly believe that the id was removed.
  const ownId = product === undefined || product.externalId === product.id ? '' : product.externalId;
  return (
    <>
      <TextField name="sku" label={w.sku} maxLength={500} defaultValue={product?.sku ?? ''} />
      <TextField
        name="barcode"
        label={w.barcode}
        hint={w.barcodeHint}
        maxLength={100}
        defaultValue={product?.barcode ?? ''}
        spellcheck={false}
        // A scanner ends its code with Enter, which would save the half-filled form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <TextField
        name="id"
        label={w.id}
        hint={w.idHint}
        maxLength={500}
        required={ownId !== ''}
        defaultValue={ownId}
        spellcheck={false}
      />
    </>
  );
}

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

interface PictureFieldProps {
  /** The address of the picture that the form shows; undefined for no picture. */
  readonly shown: string | undefined;
  readonly scaling: Sending;
  /** @param picture a `data:` URL; null for none */
  readonly put: (picture: string | null) => void;
}

function PictureField({ shown, scaling, put }: PictureFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const problemOf = useFieldProblems(scaling.error);
  const w = words.value.stock;
  const take = (file: File | undefined): void => {
    if (file !== undefined) scaling.begin(async () => put(await scaledPicture(file, { path: 'picture' })));
  };
  usePasted(take);
  const remove = (): void => {
    // The pressed button disappears, so the focus moves to the file field.
    box.current?.querySelector('input')?.focus();
    put(null);
  };
  return (
    <div ref={box} class="stock-picture-field" aria-busy={scaling.busy}>
      <Field name="picture" label={w.picture} hint={w.pictureHint} problem={problemOf('picture')}>
        {({ name: _, ...tied }) => (
          <span class="stock-picture-ways">
            <FileBox {...tied} atOnce accept="image/png,image/jpeg,image/webp" chosen={take} />
            <FileBox atOnce accept="image/*" capture="environment" aria-label={w.takePhoto} chosen={take} />
          </span>
        )}
      </Field>
      {shown !== undefined && (
        <p class="line">
          <img class="product-picture product-picture-large" src={shown} alt={w.picture} />
          <button type="button" class="quiet danger" onClick={remove}>
            {w.removePicture}
          </button>
        </p>
      )}
    </div>
  );
}

/**
 * Takes a picture that is pasted anywhere in the form. Cells copied from a table also contain a picture, but are pasted
 * as text.
 */
function usePasted(take: (file: File) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const [file] = event.clipboardData?.files ?? [];
      if (file === undefined || event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      latest.current(file);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}
