import { useState } from 'preact/hooks';
import {
  ADDITIONAL_FIELDS,
  DELIVERY_FIELDS,
  type Draft,
  type Item,
  newItem,
  PERSON_FIELDS,
  totalOf,
} from '../../data/order-draft.ts';
import type { Fields } from '../../data/order-fields.ts';
import { AreaField, TextField } from '../../ui/field.tsx';
import { money } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import { StockTie } from './stock-tie.tsx';

interface Props {
  readonly draft: Draft;
  readonly change: (draft: Draft) => void;
  /** A new order's number comes from the series. */
  readonly withNumber?: boolean;
}

/** The fields of an order, the same for a new one and for one that is changed. */
export function OrderFields({ draft, change, withNumber = false }: Props) {
  const w = words.value.orders;
  const set = (part: Partial<Draft>): void => change({ ...draft, ...part });
  return (
    <>
      <fieldset class="box">
        <legend>{w.whenTitle}</legend>
        <div class="fields">
          <Text name="date" label={w.date} type="date" value={draft.date} set={(date) => set({ date })} required />
          <Text
            name="timeStart"
            label={w.timeFrom}
            type="time"
            value={draft.timeStart}
            set={(timeStart) => set({ timeStart })}
          />
          <Text name="timeEnd" label={w.timeTo} type="time" value={draft.timeEnd} set={(timeEnd) => set({ timeEnd })} />
          <Text name="platform" label={w.platform} value={draft.platform} set={(platform) => set({ platform })} />
          {withNumber && (
            <Text name="num" label={w.number} value={draft.num} set={(num) => set({ num })} hint={w.numberHint} />
          )}
        </div>
      </fieldset>
      <Items draft={draft} set={set} />
      <Group
        of="client"
        title={w.clientTitle}
        names={PERSON_FIELDS}
        fields={draft.client}
        set={(client) => set({ client })}
      />
      <Optional title={w.someoneElse} open={Object.values(draft.recipient).some((text) => text !== '')}>
        <Group
          of="recipient"
          title={w.recipientTitle}
          names={PERSON_FIELDS}
          fields={draft.recipient}
          set={(recipient) => set({ recipient })}
        />
      </Optional>
      <Group
        of="delivery"
        title={w.deliveryTitle}
        names={DELIVERY_FIELDS}
        fields={draft.delivery}
        set={(delivery) => set({ delivery })}
      />
      <Group
        of="additional"
        title={w.additionalTitle}
        names={ADDITIONAL_FIELDS}
        fields={draft.additional}
        set={(additional) => set({ additional })}
      />
    </>
  );
}

function Optional({
  title,
  open,
  children,
}: {
  readonly title: string;
  readonly open: boolean;
  readonly children: preact.ComponentChildren;
}) {
  const [shown, setShown] = useState(open);
  return (
    <>
      <label class="check">
        <input type="checkbox" checked={shown} onChange={({ currentTarget }) => setShown(currentTarget.checked)} />{' '}
        {title}
      </label>
      {shown && children}
    </>
  );
}

function Items({ draft, set }: { readonly draft: Draft; readonly set: (part: Partial<Draft>) => void }) {
  const w = words.value.orders;
  const put = (key: string, part: Partial<Item>): void =>
    set({ items: draft.items.map((item) => (item.key === key ? { ...item, ...part } : item)) });
  return (
    <fieldset class="box">
      <legend>{w.itemsTitle}</legend>
      {draft.items.map((item, at) => (
        <div class="item" key={item.key}>
          <Text
            name={`products.${at}.name`}
            label={w.itemName}
            value={item.name}
            set={(name) => put(item.key, { name })}
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
            class="plain"
            aria-label={`${w.removeItem} ${item.name}`}
            disabled={draft.items.length === 1}
            onClick={() => set({ items: draft.items.filter(({ key }) => key !== item.key) })}
          >
            ×
          </button>
          <StockTie item={item} put={(part) => put(item.key, part)} />
        </div>
      ))}
      <p class="line spread">
        <button type="button" onClick={() => set({ items: [...draft.items, newItem()] })}>
          {w.addItem}
        </button>
        <output>
          {w.total}: <strong>{money(totalOf(draft), true)}</strong>
        </output>
      </p>
    </fieldset>
  );
}

const LONG = new Set(['comment', 'managerComment', 'cardText', 'adress']);
/** What callers of the API have sent need be no address of mail: it stays a text. */
const KEYBOARDS: Readonly<Record<string, 'tel' | 'email' | 'decimal'>> = {
  phone: 'tel',
  email: 'email',
  price: 'decimal',
};

function Group<Name extends string>({
  of,
  title,
  names,
  fields,
  set,
}: {
  /** The part of the order, which the paths of its fields begin with. */
  readonly of: 'client' | 'recipient' | 'delivery' | 'additional';
  readonly title: string;
  readonly names: readonly (Name & keyof (typeof words.value)['orders']['fields'])[];
  readonly fields: Fields;
  readonly set: (fields: Fields) => void;
}) {
  const known = words.value.orders.fields;
  return (
    <fieldset class="box">
      <legend>{title}</legend>
      <div class="fields">
        {names.map((name) => (
          <Text
            key={name}
            name={`${of}.${name}`}
            label={known[name]}
            keyboard={KEYBOARDS[name]}
            long={LONG.has(name)}
            value={fields[name] ?? ''}
            set={(text) => set({ ...fields, [name]: text })}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface TextProps {
  /** The path by which the server knows it. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly set: (text: string) => void;
  readonly type?: 'text' | 'date' | 'time';
  readonly keyboard?: 'tel' | 'email' | 'decimal' | undefined;
  readonly required?: boolean;
  readonly long?: boolean;
  readonly hint?: string;
}

function Text({ set, keyboard = undefined, long = false, type = 'text', ...field }: TextProps) {
  const shared = { ...field, long, autocomplete: 'off' } as const;
  if (long) return <AreaField {...shared} rows={2} onInput={({ currentTarget }) => set(currentTarget.value)} />;
  return (
    <TextField {...shared} type={type} inputMode={keyboard} onInput={({ currentTarget }) => set(currentTarget.value)} />
  );
}
