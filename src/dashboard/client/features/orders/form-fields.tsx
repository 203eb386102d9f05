import { useId, useState } from 'preact/hooks';
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
          <Text label={w.date} type="date" value={draft.date} set={(date) => set({ date })} required />
          <Text label={w.timeFrom} type="time" value={draft.timeStart} set={(timeStart) => set({ timeStart })} />
          <Text label={w.timeTo} type="time" value={draft.timeEnd} set={(timeEnd) => set({ timeEnd })} />
          <Text label={w.platform} value={draft.platform} set={(platform) => set({ platform })} />
          {withNumber && <Text label={w.number} value={draft.num} set={(num) => set({ num })} hint={w.numberHint} />}
        </div>
      </fieldset>
      <Items draft={draft} set={set} />
      <Group title={w.clientTitle} names={PERSON_FIELDS} fields={draft.client} set={(client) => set({ client })} />
      <Optional title={w.someoneElse} open={Object.values(draft.recipient).some((text) => text !== '')}>
        <Group
          title={w.recipientTitle}
          names={PERSON_FIELDS}
          fields={draft.recipient}
          set={(recipient) => set({ recipient })}
        />
      </Optional>
      <Group
        title={w.deliveryTitle}
        names={DELIVERY_FIELDS}
        fields={draft.delivery}
        set={(delivery) => set({ delivery })}
      />
      <Group
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
      {draft.items.map((item) => (
        <div class="item" key={item.key}>
          <Text label={w.itemName} value={item.name} set={(name) => put(item.key, { name })} required />
          <Text label={w.quantity} decimal value={item.quantity} set={(quantity) => put(item.key, { quantity })} />
          <Text label={w.price} decimal value={item.price} set={(price) => put(item.key, { price })} required />
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
const TYPES: Readonly<Record<string, 'tel' | 'email'>> = { phone: 'tel', email: 'email' };

function Group<Name extends string>({
  title,
  names,
  fields,
  set,
}: {
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
            label={known[name]}
            type={TYPES[name] ?? 'text'}
            long={LONG.has(name)}
            decimal={name === 'price'}
            value={fields[name] ?? ''}
            set={(text) => set({ ...fields, [name]: text })}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Text({
  label,
  value,
  set,
  type = 'text',
  required = false,
  decimal = false,
  long = false,
  hint,
}: {
  readonly label: string;
  readonly value: string;
  readonly set: (text: string) => void;
  readonly type?: 'text' | 'date' | 'time' | 'tel' | 'email';
  readonly required?: boolean;
  readonly decimal?: boolean;
  readonly long?: boolean;
  readonly hint?: string;
}) {
  const id = useId();
  const shared = {
    ...{ id, value, required, autocomplete: 'off' as const },
    'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
  };
  return (
    <div class={long ? 'field long' : 'field'}>
      <label for={id}>{label}</label>
      {long ? (
        <textarea {...shared} rows={2} onInput={({ currentTarget }) => set(currentTarget.value)} />
      ) : (
        <input
          {...shared}
          {...ATTRIBUTES[decimal ? 'decimal' : type]}
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
      )}
      {hint !== undefined && (
        <span id={`${id}-hint`} class="meta">
          {hint}
        </span>
      )}
    </div>
  );
}

const ATTRIBUTES = {
  text: { type: 'text' },
  decimal: { type: 'text', inputMode: 'decimal' },
  date: { type: 'date' },
  time: { type: 'time' },
  tel: { type: 'tel' },
  email: { type: 'email' },
} as const;
