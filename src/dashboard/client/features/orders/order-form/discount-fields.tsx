import { X } from 'lucide';
import { useRef, useState } from 'preact/hooks';
import { wrongField } from '../../../data/wrong-field.ts';
import { ChoiceField, TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { count, money } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { words } from '../../../words/words.ts';
import { MOST_ITEMS, takenOff, withDiscount, withoutDiscount } from './item-discount.ts';
import type { ItemsProps } from './order-items.ts';

export function Discount({ items, put }: ItemsProps) {
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
