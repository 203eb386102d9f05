import { X } from 'lucide';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Combobox } from '../../../ui/combobox.tsx';
import { count, money } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { words } from '../../../words/words.ts';
import { findProducts, type ProductOffer } from './data.ts';
import { type Draft, totalOf } from './draft.ts';
import { type Item, newItem, takenFrom } from './order-items.ts';
import { PriceList } from './price-list.tsx';
import { StockTie } from './stock-tie.tsx';
import { Text } from './text.tsx';

const PAUSE_MS = 200;

/** The items of the order: each out of the stock list, or any text. */
export function ItemFields({ draft, set }: { readonly draft: Draft; readonly set: (part: Partial<Draft>) => void }) {
  const { orderPage: w, orderForm, orders } = words.value;
  const items = useRef<HTMLFieldSetElement>(null);
  const added = useRef<string>(undefined);
  useLayoutEffect(() => {
    const at = draft.items.findIndex(({ key }) => key === added.current);
    added.current = undefined;
    items.current?.querySelector<HTMLElement>(`[name="products.${at}.name"]`)?.focus();
  }, [draft.items.length]);
  const add = (): void => {
    const item = newItem();
    added.current = item.key;
    set({ items: [...draft.items, item] });
  };
  const put = (key: string, part: Partial<Item>): void =>
    set({ items: draft.items.map((item) => (item.key === key ? { ...item, ...part } : item)) });
  return (
    <fieldset class="box" ref={items}>
      <legend>{w.itemsTitle}</legend>
      <PriceList items={draft.items} put={(all) => set({ items: all })} />
      {draft.items.map((item, at) => (
        <div class="order-form-item" key={item.key}>
          <Combobox
            name={`products.${at}.name`}
            label={w.itemName}
            value={item.name}
            set={(name) => put(item.key, { name })}
            find={findProducts}
            pause={PAUSE_MS}
            keyOf={({ externalId }) => externalId}
            show={Offer}
            choose={(product) => put(item.key, takenFrom(item, product))}
            required
          />
          <Text
            name={`products.${at}.quantity`}
            label={w.quantity}
            keyboard="decimal"
            value={item.quantity}
            set={(quantity) => put(item.key, { quantity })}
          />
          <Text
            name={`products.${at}.price`}
            label={w.price}
            keyboard="decimal"
            value={item.price}
            set={(price) => put(item.key, { price })}
            required
          />
          <button
            type="button"
            class="bare"
            aria-label={`${orderForm.removeItem} ${item.name}`}
            disabled={draft.items.length === 1}
            onClick={() => set({ items: draft.items.filter(({ key }) => key !== item.key) })}
          >
            <Icon of={X} />
          </button>
          <StockTie item={item} put={(part) => put(item.key, part)} />
        </div>
      ))}
      <p class="line spread">
        <button type="button" onClick={add}>
          {orderForm.addItem}
        </button>
        <output>
          {orders.total}: <strong>{money(totalOf(draft), true)}</strong>
        </output>
      </p>
    </fieldset>
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
