import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { newUuid } from '../../data/new-uuid.ts';
import { loadOrder, methodWord, type OrderData, ordersOf, type PaymentData } from '../../data/orders.ts';
import { parseNumber } from '../../data/plain-values.ts';
import { wrongField } from '../../data/wrong-field.ts';
import { DateField } from '../../ui/date-input.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ChoiceField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { instantAt, localClock, money } from '../../ui/format.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';
import { Told } from './told.tsx';

interface Props {
  readonly order: OrderData;
  readonly onClose: () => void;
  readonly done: () => void;
}
interface OfPayment extends Props {
  readonly payment: PaymentData;
}

const paymentsOf = (order: OrderData) => ordersOf()({ id: order.id }).payments;

/** A form in a dialog that stays open with what was written when it is refused. */
function FormDialog({
  title,
  action,
  danger = false,
  onClose,
  send,
  said,
  done,
  children,
}: {
  readonly title: string;
  readonly action: string;
  readonly danger?: boolean;
  readonly onClose: () => void;
  readonly send: (form: FormData) => Promise<unknown>;
  /** What is said of it once it is done. */
  readonly said: (form: FormData) => Promise<string> | string;
  readonly done: () => void;
  readonly children: ComponentChildren;
}) {
  const form = useForm(async (_, element) => {
    const written = new FormData(element);
    await send(written);
    say(await said(written));
    done();
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <Form of={form}>
        {children}
        <FormActions action={action} onClose={onClose} danger={danger} />
      </Form>
    </Dialog>
  );
}

/** @throws Refusal where the field holds no amount */
function amountOf(form: FormData): number {
  const amount = parseNumber(String(form.get('amount')));
  if (amount === undefined || amount <= 0) throw wrongField('amount', words.value.payments.badAmount);
  return amount;
}

/** "1,495 ₽ taken · nothing left", as the order stands now. */
async function withRest({ id }: OrderData, text: string): Promise<string> {
  const w = words.value.payments;
  // It is recorded, whether this is answered or not.
  const order = await loadOrder(id).then(
    (found) => found.order,
    () => undefined,
  );
  if (order === undefined) return text;
  const left = kopecks(order.price - order.paidAmount);
  if (left === 0) return `${text} · ${w.nothingLeft}`;
  return `${text} · ${left > 0 ? w.stillLeft(money(left)) : w.tooMuch(money(-left))}`;
}

/** Without what adding up roubles leaves behind. */
const kopecks = (roubles: number): number => Math.round(roubles * 100) / 100;

const AmountField = ({ value }: { readonly value: number }) => (
  <TextField
    name="amount"
    label={words.value.payments.amount}
    inputMode="decimal"
    autofocus
    autocomplete="off"
    defaultValue={plain(value)}
  />
);

const plain = (amount: number): string => (amount > 0 ? amount.toFixed(2).replace('.00', '') : '');

function MethodField({ value, label }: { readonly value: string | null; readonly label?: string }) {
  const { orders: w, payments, orderPage } = words.value;
  return (
    <ChoiceField name="paymentMethod" label={label ?? payments.method} defaultValue={value ?? ''}>
      <option value="">{orderPage.none}</option>
      {Object.keys(w.methods).map((method) => (
        <option key={method} value={method}>
          {methodWord(method)}
        </option>
      ))}
      {value !== null && !Object.hasOwn(w.methods, value) && <option value={value}>{value}</option>}
    </ChoiceField>
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

function whenAndHow(form: FormData): { paidAt?: string; paymentMethod: string | null } {
  const paidAt = instantAt(String(form.get('paidAtClock')));
  const method = String(form.get('paymentMethod'));
  return { ...(paidAt === undefined ? {} : { paidAt }), paymentMethod: method === '' ? null : method };
}

/** Notes money that has come, or that is expected. */
export function PaymentDialog({ order, onClose, done }: Props) {
  // One for each opening of the dialog: sent twice, it is recorded once.
  const [formId] = useState(newUuid);
  const [pending, setPending] = useState(false);
  const { payments: w, orders } = words.value;
  const left = kopecks(order.price - order.paidAmount);
  return (
    <FormDialog
      title={`${w.recordPayment} · ${order.num}`}
      action={w.record}
      onClose={onClose}
      done={done}
      send={(form) => ask(paymentsOf(order).post({ formId, pending, amount: amountOf(form), ...whenAndHow(form) }))}
      said={(form) => {
        const amount = money(amountOf(form));
        return pending ? w.noted(amount) : withRest(order, w.taken(amount));
      }}
    >
      <AmountField value={left} />
      <div class="fields">
        <MethodField value={null} />
        <WhenField value={new Date()} />
      </div>
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
      <Told type={pending ? 'order.updated' : 'order.payment.created'} />
    </FormDialog>
  );
}

const one = ({ order, payment }: OfPayment) => paymentsOf(order)({ payment: payment.id });

export function ConfirmDialog(props: OfPayment) {
  const { order, payment, onClose, done } = props;
  const w = words.value.payments;
  return (
    <FormDialog
      title={w.confirmTitle}
      action={w.confirm}
      onClose={onClose}
      done={done}
      send={() => ask(one(props).confirm.post({ version: order.version }))}
      said={() => withRest(order, w.taken(money(payment.amount)))}
    >
      <p>
        <strong>{money(payment.amount, true)}</strong>
      </p>
      <p>{w.confirmWhat}</p>
      <Told type="order.payment.created" />
    </FormDialog>
  );
}

export function EditDialog(props: OfPayment) {
  const { order, payment, onClose, done } = props;
  const { payments: w, orderPage } = words.value;
  return (
    <FormDialog
      title={w.editPayment}
      action={words.value.save}
      onClose={onClose}
      done={done}
      send={(form) =>
        ask(one(props).edit.post({ version: order.version, amount: amountOf(form), ...changedWhen(form) }))
      }
      said={() => withRest(order, orderPage.kinds.payment_edited)}
    >
      <AmountField value={payment.amount} />
      <div class="fields">
        <MethodField value={payment.paymentMethod} />
        <WhenField value={new Date(payment.paidAt)} />
      </div>
      <Told type="order.updated" />
    </FormDialog>
  );

  /** The field knows minutes: an untouched one must not cut the seconds off. */
  function changedWhen(form: FormData) {
    const { paidAt, paymentMethod } = whenAndHow(form);
    const untouched = String(form.get('paidAt')) === localClock(new Date(payment.paidAt));
    return untouched || paidAt === undefined ? { paymentMethod } : { paidAt, paymentMethod };
  }
}

/** What was paid beyond the price is what is given back most often: it stands there first. */
export function RefundDialog(props: OfPayment) {
  const { order, payment, onClose, done } = props;
  const w = words.value.payments;
  const left = kopecks(payment.amount - payment.refundedAmount);
  const excess = Math.min(left, Math.max(0, kopecks(order.paidAmount - order.price)));
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
      done={done}
      send={(form) =>
        ask(
          one(props).refund.post({
            version: order.version,
            amount: amountOf(form),
            paymentMethod: whenAndHow(form).paymentMethod,
            reason: String(form.get('reason')),
          }),
        )
      }
      said={(form) => withRest(order, w.givenBack(money(amountOf(form))))}
    >
      <p class="meta">{w.refundWhat}</p>
      <Told type="order.updated" />
      <p>
        {w.refundLeft} <strong>{money(left, true)}</strong>
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
      <TextField
        name="amount"
        label={w.amount}
        inputMode="decimal"
        autofocus
        autocomplete="off"
        value={amount}
        onInput={({ currentTarget }) => setAmount(currentTarget.value)}
      />
      <MethodField label={w.refundMethod} value={payment.paymentMethod} />
      <TextField name="reason" label={w.refundReason} hint={w.refundReasonWhat} list="refund-reasons" maxLength={500} />
      <datalist id="refund-reasons">
        {w.refundReasons.map((reason) => (
          <option key={reason} value={reason} />
        ))}
      </datalist>
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
      done={done}
      send={() => ask(one(props).remove.post({ version: order.version }))}
      said={() => withRest(order, orderPage.kinds.payment_deleted)}
    >
      <p>
        <strong>{money(payment.amount, true)}</strong>
      </p>
      <p>{w.deletePaymentWhat}</p>
      <Told type="order.updated" />
    </FormDialog>
  );
}
