import { useRef, useState } from 'preact/hooks';
import { moneyText, parseNumber } from '../../data/plain-values.ts';
import { GivenUp } from '../../data/refusal.ts';
import { sum } from '../../data/sum.ts';
import { wrongField } from '../../data/wrong-field.ts';
import { methodWord, type OrderAnswer, type OrderData, ordersOf, restWords } from '../../parts/orders.ts';
import { DateField } from '../../ui/date-input.tsx';
import { Radios, TextField } from '../../ui/field.tsx';
import { localClock, money } from '../../ui/format.ts';
import { instantAt } from '../../ui/instant-at.ts';
import { words } from '../../words/words.ts';

export type Text = (name: string) => string;

export interface PaymentProps {
  readonly order: OrderData;
  readonly onClose: () => void;
  readonly done: (answer: OrderAnswer) => void;
}
export interface Changing {
  readonly changed: () => void;
}
export const paymentsOf = (order: OrderData) => ordersOf()({ id: order.id }).payments;

/** Appends the unpaid sum of the order to a text: "1,495 ₽ taken · nothing left". */
export function withRest({ order }: OrderAnswer, text: string): string {
  const w = words.value.payments;
  const { left } = order;
  if (left === 0) return order.paymentStatus === 'refunded' ? text : `${text} · ${w.nothingLeft}`;
  return `${text} · ${left > 0 ? w.stillLeft(money(left)) : (restWords(order) ?? w.tooMuch(money(-left)))}`;
}

/** @throws Refusal if the field does not contain an amount */
export function amountOf(text: Text): number {
  const amount = parseNumber(text('amount'));
  if (amount === undefined || amount <= 0) throw wrongField('amount', words.value.payments.badAmount);
  return amount;
}

interface AmountFieldProps {
  readonly value: string;
  readonly set: (value: string) => void;
}

export const AmountField = ({ value, set }: AmountFieldProps) => (
  <TextField
    name="amount"
    label={words.value.payments.amount}
    inputMode="decimal"
    autofocus
    value={value}
    onInput={({ currentTarget }) => set(currentTarget.value)}
  />
);

export const plain = (amount: number): string => (amount > 0 ? moneyText(amount) : '');

/**
 * Holds the amount of a payment. If the amount exceeds the sum left to pay, the form asks the reader to confirm it
 * before sending.
 * @param left the highest amount that needs no confirmation
 */
export function useAmount(first: number, left: number) {
  const [value, set] = useState(plain(first));
  const [asked, setAsked] = useState<number>();
  const agreed = useRef<number>(undefined);
  const isAsked = asked !== undefined && asked === parseNumber(value);
  return {
    isAsked,
    field: (
      <>
        <AmountField value={value} set={set} />
        {isAsked && <TooMuch amount={asked} left={left} set={set} agree={() => (agreed.current = asked)} />}
      </>
    ),
    /** @throws GivenUp if the amount exceeds `left` and the user has not confirmed it */
    read(text: Text): number {
      const amount = amountOf(text);
      if (amount <= left || amount === agreed.current) return amount;
      setAsked(amount);
      throw new GivenUp();
    },
  };
}

interface TooMuchProps extends Pick<AmountFieldProps, 'set'> {
  readonly amount: number;
  readonly left: number;
  readonly agree: () => void;
}

export function overWords(amount: number, left: number): string {
  const w = words.value.payments;
  return left > 0 ? w.askOver(money(left), money(sum([amount, -left]))) : w.askPaid;
}

function TooMuch({ amount, left, set, agree }: TooMuchProps) {
  const w = words.value.payments;
  return (
    <div class="note order-payment-over" role="alert">
      <p>{overWords(amount, left)}</p>
      <div class="actions start">
        {left > 0 && (
          <button type="button" class="main" onClick={() => set(plain(left))}>
            {w.takeRest(money(left))}
          </button>
        )}
        {/* With `type="submit"`, Enter in the amount field would press this button. */}
        <button
          type="button"
          onClick={({ currentTarget }) => {
            agree();
            currentTarget.form?.requestSubmit();
          }}
        >
          {w.takeAll(money(amount))}
        </button>
      </div>
    </div>
  );
}

interface MethodProps {
  /**
   * Empty for a payment without a method. Undefined selects nothing, so that the user must choose and cannot forget the
   * method.
   */
  readonly value: string | undefined;
  readonly label?: string;
}

export function MethodField({ value, label }: MethodProps) {
  const { orders: w, payments } = words.value;
  const known = Object.keys(w.methods);
  const all = [...known, ...(value === undefined || ['', ...known].includes(value) ? [] : [value]), ''];
  return (
    <Radios
      name="paymentMethod"
      label={label ?? payments.method}
      value={value}
      options={all.map((one) => ({ value: one, text: one === '' ? w.noPlatform : methodWord(one) }))}
      hint={`${w.noPlatform}: ${payments.noMethodWhat}`}
    />
  );
}

export function WhenField({ value }: { readonly value: Date }) {
  const [paidAt, setPaidAt] = useState(() => localClock(value));
  return (
    <>
      <DateField
        name="paidAt"
        label={words.value.payments.paidAt}
        kind="datetime"
        side="past"
        value={paidAt}
        set={setPaidAt}
      />
      <input type="hidden" name="paidAtClock" value={paidAt} />
    </>
  );
}

export function whenAndHow(text: Text): { paidAt?: string; paymentMethod: string | null } {
  const paidAt = instantAt(text('paidAtClock'));
  const method = text('paymentMethod');
  return { ...(paidAt === undefined ? {} : { paidAt }), paymentMethod: method === '' ? null : method };
}
