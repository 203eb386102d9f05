import { X } from 'lucide';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { wrongField } from '../../../data/wrong-field.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import { ChoiceField, TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { count, money } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { words } from '../../../words/words.ts';
import { findProducts, type ProductOffer } from './data.ts';
import { type Draft, totalOf } from './draft.ts';
import { MOST_ITEMS, takenOff, withDiscount, withoutDiscount } from './item-discount.ts';
import { type Item, type ItemsProps, newItem, takenFrom, typedOver } from './order-items.ts';
import { PriceList } from './price-list.tsx';
import { Scanning, type Scans } from './scanning.tsx';
import { StockTie } from './stock-tie.tsx';
import { Text } from './text.tsx';

const PAUSE_MS = 200;

interface Props {
  readonly draft: Draft;
  readonly set: (part: Partial<Draft>) => void;
  readonly isNew: boolean;
  readonly scans: Scans;
}

export function ItemFields({ draft, set, isNew, scans }: Props) {
  const list = useRef<HTMLFieldSetElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const added = useRef<string>(undefined);
  const { items } = draft;
  useLayoutEffect(() => {
    const at = items.findIndex(({ key }) => key === added.current);
    added.current = undefined;
    list.current?.querySelector<HTMLElement>(`[name="products.${at}.name"]`)?.focus();
  }, [items.length]);
  const put = (all: Item[]): void => set({ items: all });
  const add = (): void => {
    const item = newItem();
    added.current = item.key;
    put([...items, item]);
  };
  return (
    <fieldset class="box" ref={list}>
      <legend>{words.value.orderPage.itemsTitle}</legend>
      <PriceList items={items} put={put} isNew={isNew} />
      <Scanning {...scans} />
      {items.map((item, at) => (
        <ItemRow
          key={item.key}
          item={item}
          at={at}
          isOnly={items.length === 1}
          isNew={isNew}
          put={(part) => put(items.map((one) => (one === item ? { ...one, ...part } : one)))}
          remove={() => {
            addButton.current?.focus();
            put(items.filter((one) => one !== item));
          }}
        />
      ))}
      <div class="line order-form-foot">
        <button ref={addButton} type="button" onClick={add}>
          {words.value.orderForm.addItem}
        </button>
        <div class="line order-form-discount">
          <Discount items={items} put={put} />
        </div>
        <output class="end">
          {words.value.orders.total}: <strong>{money(totalOf(draft))}</strong>
        </output>
      </div>
    </fieldset>
  );
}

interface ItemRowProps {
  readonly item: Item;
  readonly at: number;
  readonly isOnly: boolean;
  readonly isNew: boolean;
  readonly put: (part: Partial<Item>) => void;
  readonly remove: () => void;
}

/**
 * Applies a typed name or price. Typing removes the undiscounted price, so the hook remembers the earlier item. Typing
 * the old values again restores that price, unless something else changed the item meanwhile.
 */
function useTyped(item: Item, put: ItemRowProps['put']) {
  const before = useRef(item);
  const own = useRef(item);
  const { name, price, rest } = own.current;
  if (item.name !== name || item.price !== price || item.rest !== rest) before.current = item;
  own.current = item;
  return (part: Partial<Pick<Item, 'name' | 'price'>>): void => {
    const typed = typedOver(item, before.current, part);
    own.current = { ...item, ...typed };
    put(typed);
  };
}

function ItemRow({ item, at, isOnly, isNew, put, remove }: ItemRowProps) {
  const { orderPage: w, orderForm } = words.value;
  const typed = useTyped(item, put);
  return (
    <div class="order-form-item">
      <Combobox
        name={`products.${at}.name`}
        label={w.itemName}
        value={item.name}
        set={(name) => typed({ name })}
        find={findProducts}
        pause={PAUSE_MS}
        keyOf={({ externalId }) => externalId}
        show={Offer}
        choose={(product) => put(takenFrom(item, product))}
        required
      />
      <Text
        name={`products.${at}.quantity`}
        label={w.quantity}
        keyboard="decimal"
        value={item.quantity}
        set={(quantity) => put({ quantity })}
      />
      <Text
        name={`products.${at}.price`}
        label={w.fields.price}
        keyboard="decimal"
        value={item.price}
        set={(price) => typed({ price })}
        required
      />
      <button
        type="button"
        class="bare"
        aria-label={`${orderForm.removeItem} ${item.name}`}
        disabled={isOnly}
        onClick={remove}
      >
        <Icon of={X} />
      </button>
      <StockTie item={item} put={put} isNew={isNew} />
    </div>
  );
}

function Offer({ name, sku, quantity, lastPrice }: ProductOffer) {
  const told = [sku ?? '', words.value.orderForm.onHand(count(quantity))];
  return (
    <>
      <strong>{name}</strong>
      {lastPrice !== null && <span>{money(lastPrice)}</span>}
      <span class="meta">{told.filter((text) => text !== '').join(' · ')}</span>
    </>
  );
}

function Discount({ items, put }: ItemsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const give = useRef<HTMLButtonElement>(null);
  const { orderPage, orderForm: w } = words.value;
  const off = takenOff(items);
  return (
    <>
      {off > 0 && (
        <span class="order-form-off">
          {orderPage.discount}: <strong>{money(off / 100)}</strong>
        </span>
      )}
      <button ref={give} type="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {off > 0 ? w.discountChange : w.discountGive}
      </button>
      {off > 0 && (
        <button
          type="button"
          class="bare"
          aria-label={w.discountRemove}
          title={w.discountRemove}
          onClick={() => {
            give.current?.focus();
            put(withoutDiscount(items));
          }}
        >
          <Icon of={X} />
        </button>
      )}
      {isOpen && <DiscountDialog items={items} put={put} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function DiscountDialog({ items, put, onClose }: ItemsProps & { readonly onClose: () => void }) {
  const w = words.value.orderForm;
  const named = withoutDiscount(items).filter(({ name }) => name.trim() !== '');
  const send = async (text: (name: string) => string): Promise<void> => {
    const taken = withDiscount(items, text('discount'), text('of') || undefined);
    if (taken === undefined) throw wrongField('discount', w.discountWrong);
    if (taken.length > MOST_ITEMS)
      throw wrongField('discount', w.discountItems(count(taken.length), count(MOST_ITEMS)));
    put(taken);
  };
  return (
    <FormDialog title={words.value.orderPage.discount} action={w.discountTake} send={send} onClose={onClose}>
      <TextField name="discount" label={w.discountField} hint={w.discountHint} required autofocus inputMode="text" />
      {named.length > 1 && (
        <ChoiceField name="of" label={w.discountOn}>
          <option value="">{w.discountWhole}</option>
          {named.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </ChoiceField>
      )}
    </FormDialog>
  );
}
