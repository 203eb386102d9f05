import { useRef, useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { newUuid } from '../../data/new-uuid.ts';
import { moneyText, parseNumber } from '../../data/plain-values.ts';
import { GivenUp } from '../../data/refusal.ts';
import { under } from '../../data/send-once.ts';
import { tryTo } from '../../data/try-to.ts';
import { wrongField } from '../../data/wrong-field.ts';
import {
  loadOrder,
  methodWord,
  type OrderAnswer,
  type OrderData,
  ordersOf,
  type PaymentData,
  restWords,
} from '../../parts/orders.ts';
import { DateField } from '../../ui/date-input.tsx';
import { Radios, TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { localClock, money } from '../../ui/format.ts';
import { instantAt } from '../../ui/instant-at.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';
import { Listeners } from './listeners.tsx';
import { RefundReason } from './refund-reason.tsx';

/** The browser remembers the last method: at the counter the next payment is usually made the same way. */
const LAST_METHOD = 'docket.payment-method';

interface PaymentProps {
  readonly order: OrderData;
  readonly onClose: () => void;
  readonly done: (answer: OrderAnswer) => void;
}
interface Changing {
  /** Called after the change, so that the page reloads the order. */
  readonly changed: () => void;
}
interface OfPayment extends PaymentProps {
  readonly payment: PaymentData;
}

type Text = (name: string) => string;

const paymentsOf = (order: OrderData) => ordersOf()({ id: order.id }).payments;

/** @throws Refusal if the field does not contain an amount */
function amountOf(text: Text): number {
  const amount = parseNumber(text('amount'));
  if (amount === undefined || amount <= 0) throw wrongField('amount', words.value.payments.badAmount);
  return amount;
}

/** "1,495 ₽ taken · nothing left", for the present state of the order. */
function withRest({ order }: OrderAnswer, text: string): string {
  const w = words.value.payments;
  const { left } = order;
  if (left === 0) return order.paymentStatus === 'refunded' ? text : `${text} · ${w.nothingLeft}`;
  return `${text} · ${left > 0 ? w.stillLeft(money(left)) : (restWords(order) ?? w.tooMuch(money(-left)))}`;
}

/** A sum without the drift of floating point. */
const withoutDrift = (roubles: number): number => Math.round(roubles * 100) / 100;

interface AmountFieldProps {
  readonly value: string;
  readonly set: (value: string) => void;
}

const AmountField = ({ value, set }: AmountFieldProps) => (
  <TextField
    name="amount"
    label={words.value.payments.amount}
    inputMode="decimal"
    autofocus
    autocomplete="off"
    value={value}
    onInput={({ currentTarget }) => set(currentTarget.value)}
  />
);

const plain = (amount: number): string => (amount > 0 ? moneyText(amount) : '');

/**
 * The amount of a payment. For a sum above the rest, the form itself asks first and waits for the answer.
 *
 * @param left the sum that may be paid without a question
 */
function useAmount(first: number, left: number) {
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
    /** @throws GivenUp if the form asks first */
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

/** The question about an amount above the rest. */
function overWords(amount: number, left: number): string {
  const w = words.value.payments;
  return left > 0 ? w.askOver(money(left), money(withoutDrift(amount - left))) : w.askPaid;
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
        {/* This is not a submit button: Enter in the field would press it. */}
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

function MethodField({ value, label }: { readonly value: string | null; readonly label?: string }) {
  const { orders: w, payments } = words.value;
  const known = Object.keys(w.methods);
  const all = [...known, ...(value === null || known.includes(value) ? [] : [value]), ''];
  return (
    <Radios
      name="paymentMethod"
      label={label ?? payments.method}
      value={value ?? ''}
      options={all.map((one) => ({
        value: one,
        text: one === '' ? `${w.noPlatform}: ${payments.noMethodWhat}` : methodWord(one),
      }))}
    />
  );
}

function WhenField({ value }: { readonly value: Date }) {
  const [paidAt, setPaidAt] = useState(() => localClock(value));
  return (
    <>
      <DateField name="paidAt" label={words.value.payments.paidAt} kind="datetime" value={paidAt} set={setPaidAt} />
      <input type="hidden" name="paidAtClock" value={paidAt} />
    </>
  );
}

function whenAndHow(text: Text): { paidAt?: string; paymentMethod: string | null } {
  const paidAt = instantAt(text('paidAtClock'));
  const method = text('paymentMethod');
  return { ...(paidAt === undefined ? {} : { paidAt }), paymentMethod: method === '' ? null : method };
}

type RecordedPayment = Pick<PaymentData, 'externalId' | 'amount' | 'status'>;

/** Undoes a recorded payment. @throws Refusal if another person has changed it since */
async function takeBack(id: string, recorded: RecordedPayment): Promise<OrderAnswer> {
  const { order } = await loadOrder(id);
  const isSame = (one: PaymentData): boolean =>
    one.externalId === recorded.externalId &&
    one.amount === recorded.amount &&
    one.status === recorded.status &&
    one.refundedAmount === 0;
  const payment = order.payments.find(isSame);
  if (payment === undefined) throw new GivenUp();
  return ask(paymentsOf(order)({ payment: payment.id }).remove.post({ version: order.version }));
}

/** Records money that has arrived or is expected. */
export function PaymentDialog({ order, onClose, done, changed }: PaymentProps & Changing) {
  const [pending, setPending] = useState(false);
  // One id for each opening of the dialog: the server uses it for the payment.
  const [formId] = useState(newUuid);
  const { payments: w, orders } = words.value;
  const left = order.left;
  const sum = useAmount(left, left);
  const undo = async (recorded: RecordedPayment): Promise<void> => {
    const answer = await takeBack(order.id, recorded).finally(changed);
    say(withRest(answer, w.takenBack(money(recorded.amount))));
  };
  return (
    <FormDialog
      title={`${w.recordPayment} · ${order.num}`}
      action={w.record}
      disabled={sum.isAsked}
      effects={order.price > 0 && left > 0 ? [w.restOf(money(left), money(order.price))] : []}
      onClose={onClose}
      send={async (text) => {
        const amount = sum.read(text);
        tryTo(() => localStorage.setItem(LAST_METHOD, text('paymentMethod')));
        const answer = await ask(paymentsOf(order).post({ pending, amount, ...whenAndHow(text) }, under(formId)));
        const status = pending ? 'pending' : 'confirmed';
        const said = pending ? w.noted(money(amount)) : withRest(answer, w.taken(money(amount)));
        say(said, () => undo({ externalId: `manual:${formId}`, amount, status }));
        return answer;
      }}
      done={done}
    >
      {order.price > 0 && order.paidAmount >= order.price && <p class="note good">{w.paidUp(money(order.price))}</p>}
      {sum.field}
      <MethodField value={tryTo(() => localStorage.getItem(LAST_METHOD)) ?? null} />
      <WhenField value={new Date()} />
      <fieldset>
        <legend class="unseen">{orders.status}</legend>
        {[false, true].map((isPending) => (
          <label class="check" key={String(isPending)}>
            <input type="radio" name="pending" checked={pending === isPending} onChange={() => setPending(isPending)} />{' '}
            {isPending ? w.expected : w.received}
            <span class="meta"> {isPending ? w.expectedWhat : w.receivedWhat}</span>
          </label>
        ))}
      </fieldset>
      <Listeners type={pending ? 'order.updated' : 'order.payment.created'} />
    </FormDialog>
  );
}

const one = ({ order, payment }: OfPayment) => paymentsOf(order)({ payment: payment.id });

/** Reports the change and offers its undo. @param amount of a refund; left out for a confirmation */
function sayWithUndo(props: OfPayment & Changing, answer: OrderAnswer, text: string, amount?: number): void {
  const undo = async (): Promise<void> => {
    const body = { version: answer.order.version, ...(amount === undefined ? {} : { amount }) };
    const after = await ask(one(props).undo.post(body)).finally(props.changed);
    say(withRest(after, words.value.payments.undone));
  };
  say(withRest(answer, text), undo);
}

export function ConfirmDialog(props: OfPayment & Changing) {
  const { order, payment, onClose, done } = props;
  const w = words.value.payments;
  return (
    <FormDialog
      title={w.confirmTitle}
      action={w.confirm}
      onClose={onClose}
      send={async () => {
        const answer = await ask(one(props).confirm.post({ version: order.version }));
        sayWithUndo(props, answer, w.taken(money(payment.amount)));
        return answer;
      }}
      done={done}
    >
      <p>
        <strong>{money(payment.amount)}</strong>
      </p>
      {payment.amount > order.left && <p class="note">{overWords(payment.amount, order.left)}</p>}
      <p>{w.confirmWhat}</p>
      <Listeners type="order.payment.created" />
    </FormDialog>
  );
}

export function EditDialog(props: OfPayment) {
  const { order, payment, onClose, done } = props;
  const { payments: w, orderPage } = words.value;
  const counted = payment.status === 'pending' ? 0 : payment.amount;
  const sum = useAmount(payment.amount, Math.max(payment.amount, withoutDrift(order.left + counted)));
  return (
    <FormDialog
      title={w.editPayment}
      action={words.value.save}
      disabled={sum.isAsked}
      onClose={onClose}
      send={async (text) => {
        const answer = await ask(
          one(props).edit.post({ version: order.version, amount: sum.read(text), ...changedWhen(text) }),
        );
        say(withRest(answer, orderPage.kinds.payment_edited));
        return answer;
      }}
      done={done}
    >
      {sum.field}
      <MethodField value={payment.paymentMethod} />
      <WhenField value={new Date(payment.paidAt)} />
      <Listeners type="order.updated" />
    </FormDialog>
  );

  /** The field knows only minutes: if it is unchanged, the seconds must not be lost. */
  function changedWhen(text: Text) {
    const { paidAt, paymentMethod } = whenAndHow(text);
    const untouched = text('paidAt') === localClock(new Date(payment.paidAt));
    return untouched || paidAt === undefined ? { paymentMethod } : { paidAt, paymentMethod };
  }
}

/** The field begins with the sum paid above the price, which is refunded most often. */
export function RefundDialog(props: OfPayment & Changing) {
  const { order, payment, onClose, done } = props;
  const w = words.value.payments;
  const left = withoutDrift(payment.amount - payment.refundedAmount);
  const excess = Math.min(left, Math.max(0, -order.left));
  const [amount, setAmount] = useState(plain(excess > 0 ? excess : left));
  const parts =
    excess > 0 && excess < left
      ? [
          { text: w.refundExcess, sum: excess },
          { text: w.refundWhole, sum: left },
        ]
      : [];
  return (
    <FormDialog
      title={w.refundTitle}
      action={w.refund}
      onClose={onClose}
      send={async (text) => {
        const [amount, { paymentMethod }] = [amountOf(text), whenAndHow(text)];
        const answer = await ask(
          one(props).refund.post({ version: order.version, amount, paymentMethod, reason: text('reason') }),
        );
        sayWithUndo(props, answer, w.givenBack(money(amount)), amount);
        return answer;
      }}
      done={done}
    >
      <p class="meta">{w.refundWhat}</p>
      <Listeners type="order.updated" />
      <p>
        {w.refundLeft} <strong>{money(left)}</strong>
      </p>
      {parts.length > 0 && (
        <div class="actions start">
          {parts.map(({ text, sum }) => (
            <button
              key={text}
              type="button"
              class="quiet"
              aria-pressed={amount === plain(sum)}
              onClick={() => setAmount(plain(sum))}
            >
              {text} · {money(sum)}
            </button>
          ))}
        </div>
      )}
      <AmountField value={amount} set={setAmount} />
      <MethodField label={w.refundMethod} value={payment.paymentMethod} />
      <RefundReason />
    </FormDialog>
  );
}

export function DeleteDialog(props: OfPayment) {
  const { order, payment, onClose, done } = props;
  const { payments: w, orderPage } = words.value;
  return (
    <FormDialog
      title={w.deletePaymentTitle}
      action={w.deletePayment}
      danger
      onClose={onClose}
      send={async () => {
        const answer = await ask(one(props).remove.post({ version: order.version }));
        say(withRest(answer, orderPage.kinds.payment_deleted));
        return answer;
      }}
      done={done}
    >
      <p>
        <strong>{money(payment.amount)}</strong>
      </p>
      <p>{w.deletePaymentWhat}</p>
      <Listeners type="order.updated" />
    </FormDialog>
  );
}
