import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { newUuid } from '../../data/new-uuid.ts';
import { methodWord, type OrderData, ordersOf, type PaymentData } from '../../data/orders.ts';
import { parseNumber } from '../../data/plain-values.ts';
import { wrongField } from '../../data/wrong-field.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ChoiceField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { instantAt, localClock, money } from '../../ui/format.ts';
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
  done,
  children,
}: {
  readonly title: string;
  readonly action: string;
  readonly danger?: boolean;
  readonly onClose: () => void;
  readonly send: (form: FormData) => Promise<unknown>;
  readonly done: () => void;
  readonly children: ComponentChildren;
}) {
  const form = useForm(async (_, written) => {
    await send(new FormData(written));
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
  if (amount === undefined || amount <= 0) throw wrongField('amount', words.value.orders.badAmount);
  return amount;
}

const AmountField = ({ value }: { readonly value: number }) => (
  <TextField
    name="amount"
    label={words.value.orders.amount}
    inputMode="decimal"
    autofocus
    autocomplete="off"
    defaultValue={plain(value)}
  />
);

const plain = (amount: number): string => (amount > 0 ? String(amount) : '');

function MethodField({ value }: { readonly value: string | null }) {
  const w = words.value.orders;
  return (
    <ChoiceField name="paymentMethod" label={w.method} defaultValue={value ?? ''}>
      <option value="">{w.none}</option>
      {Object.keys(w.methods).map((method) => (
        <option key={method} value={method}>
          {methodWord(method)}
        </option>
      ))}
      {value !== null && !Object.hasOwn(w.methods, value) && <option value={value}>{value}</option>}
    </ChoiceField>
  );
}

const WhenField = ({ value }: { readonly value: Date }) => (
  <TextField name="paidAt" label={words.value.orders.paidAt} type="datetime-local" defaultValue={localClock(value)} />
);

function whenAndHow(form: FormData): { paidAt?: string; paymentMethod: string | null } {
  const paidAt = instantAt(String(form.get('paidAt')));
  const method = String(form.get('paymentMethod'));
  return { ...(paidAt === undefined ? {} : { paidAt }), paymentMethod: method === '' ? null : method };
}

/** Notes money that has come, or that is expected. */
export function PaymentDialog({ order, onClose, done }: Props) {
  // One for each opening of the dialog: sent twice, it is recorded once.
  const [formId] = useState(newUuid);
  const [pending, setPending] = useState(false);
  const w = words.value.orders;
  const left = Math.round((order.price - order.paidAmount) * 100) / 100;
  return (
    <FormDialog
      title={`${w.recordPayment} · ${order.num}`}
      action={w.record}
      onClose={onClose}
      done={done}
      send={(form) => ask(paymentsOf(order).post({ formId, pending, amount: amountOf(form), ...whenAndHow(form) }))}
    >
      <AmountField value={left} />
      <div class="fields">
        <MethodField value={null} />
        <WhenField value={new Date()} />
      </div>
      <fieldset>
        <legend class="unseen">{w.status}</legend>
        {[false, true].map((isPending) => (
          <label class="check" key={String(isPending)}>
            <input type="radio" name="pending" checked={pending === isPending} onChange={() => setPending(isPending)} />{' '}
            {isPending ? w.expected : w.received}
            <span class="meta"> {isPending ? w.expectedWhat : w.receivedWhat}</span>
          </label>
        ))}
      </fieldset>
      {!pending && <Told type="order.payment.created" />}
    </FormDialog>
  );
}

const one = ({ order, payment }: OfPayment) => paymentsOf(order)({ payment: payment.id });

export function ConfirmDialog(props: OfPayment) {
  const { order, payment, onClose, done } = props;
  const w = words.value.orders;
  return (
    <FormDialog
      title={w.confirmTitle}
      action={w.confirm}
      onClose={onClose}
      done={done}
      send={() => ask(one(props).confirm.post({ version: order.version }))}
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
  const w = words.value.orders;
  return (
    <FormDialog
      title={w.editPayment}
      action={words.value.save}
      onClose={onClose}
      done={done}
      send={(form) =>
        ask(one(props).edit.post({ version: order.version, amount: amountOf(form), ...changedWhen(form) }))
      }
    >
      <p class="meta">{w.editPaymentWhat}</p>
      <AmountField value={payment.amount} />
      <div class="fields">
        <MethodField value={payment.paymentMethod} />
        <WhenField value={new Date(payment.paidAt)} />
      </div>
    </FormDialog>
  );

  /** The field knows minutes: an untouched one must not cut the seconds off. */
  function changedWhen(form: FormData) {
    const { paidAt, paymentMethod } = whenAndHow(form);
    const untouched = String(form.get('paidAt')) === localClock(new Date(payment.paidAt));
    return untouched || paidAt === undefined ? { paymentMethod } : { paidAt, paymentMethod };
  }
}

export function RefundDialog(props: OfPayment) {
  const { order, payment, onClose, done } = props;
  const w = words.value.orders;
  const left = Math.round((payment.amount - payment.refundedAmount) * 100) / 100;
  return (
    <FormDialog
      title={w.refundTitle}
      action={w.refund}
      onClose={onClose}
      done={done}
      send={(form) => ask(one(props).refund.post({ version: order.version, amount: amountOf(form) }))}
    >
      <p class="meta">{w.refundWhat}</p>
      <p>
        {w.refundLeft} <strong>{money(left, true)}</strong>
      </p>
      <AmountField value={left} />
    </FormDialog>
  );
}

export function DeleteDialog(props: OfPayment) {
  const { order, payment, onClose, done } = props;
  const w = words.value.orders;
  return (
    <FormDialog
      title={w.deletePaymentTitle}
      action={w.deletePayment}
      danger
      onClose={onClose}
      done={done}
      send={() => ask(one(props).remove.post({ version: order.version }))}
    >
      <p>
        <strong>{money(payment.amount, true)}</strong>
      </p>
      <p>{w.deletePaymentWhat}</p>
    </FormDialog>
  );
}
