import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { newUuid } from '../../data/new-uuid.ts';
import { GivenUp } from '../../data/refusal.ts';
import { under } from '../../data/send-once.ts';
import { sum } from '../../data/sum.ts';
import { keepChoice, keptChoice } from '../../data/try-to.ts';
import type { NamedPayment } from '../../parts/named-payment.ts';
import { loadOrder, type OrderAnswer, type PaymentData } from '../../parts/orders.ts';
import { SuggestField } from '../../ui/combobox.tsx';
import type { Ending } from '../../ui/form-actions.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { localClock, money } from '../../ui/format.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';
import { Listeners, type ListenersProps } from './listeners.tsx';
import {
  AmountField,
  amountOf,
  type Changing,
  MethodField,
  overWords,
  type PaymentProps,
  paymentsOf,
  plain,
  type Text,
  useAmount,
  WhenField,
  whenAndHow,
  withRest,
} from './payment-parts.tsx';

interface OfPayment extends PaymentProps {
  readonly payment: PaymentData;
}

const one = ({ order, payment }: OfPayment) => paymentsOf(order)({ payment: payment.id });

interface ChangeProps extends Ending, ListenersProps {
  readonly of: OfPayment & Partial<Changing>;
  readonly title: string;
  readonly send: (text: Text) => Promise<OrderAnswer>;
  readonly told: (text: Text) => string;
  /** Returns additional fields of the request that undoes the change. Undefined if the change cannot be undone. */
  readonly undo?: (text: Text) => { readonly amount?: number };
  readonly children: ComponentChildren;
}

function ChangeDialog({ of, send, told, undo, type, children, ...rest }: ChangeProps) {
  const takeBack = async (body: Parameters<ReturnType<typeof one>['undo']['post']>[0]): Promise<void> => {
    const after = await ask(one(of).undo.post(body)).finally(of.changed);
    say(withRest(after, words.value.payments.undone));
  };
  return (
    <FormDialog
      {...rest}
      onClose={of.onClose}
      done={of.done}
      send={async (text) => {
        const answer = await send(text);
        const body = { version: answer.order.version, ...undo?.(text) };
        say(withRest(answer, told(text)), undo && (() => takeBack(body)));
        return answer;
      }}
    >
      {children}
      <Listeners type={type} />
    </FormDialog>
  );
}

const Amount = ({ payment }: Pick<OfPayment, 'payment'>) => (
  <p>
    <strong>{money(payment.amount)}</strong>
  </p>
);

export function ConfirmDialog(props: OfPayment & Changing) {
  const { order, payment } = props;
  const w = words.value.payments;
  return (
    <ChangeDialog
      of={props}
      title={w.confirmTitle}
      action={w.confirm}
      send={() => ask(one(props).confirm.post({ version: order.version }))}
      told={() => w.taken(money(payment.amount))}
      undo={() => ({})}
      type="order.payment.created"
    >
      <Amount payment={payment} />
      {payment.amount > order.left && <p class="note">{overWords(payment.amount, order.left)}</p>}
      <p>{w.confirmWhat}</p>
    </ChangeDialog>
  );
}

export function EditDialog(props: OfPayment) {
  const { order, payment } = props;
  const { payments: w, orderPage } = words.value;
  const counted = payment.status === 'pending' ? 0 : payment.amount;
  const amount = useAmount(payment.amount, Math.max(payment.amount, sum([order.left, counted])));
  return (
    <ChangeDialog
      of={props}
      title={w.editPayment}
      action={words.value.save}
      disabled={amount.isAsked}
      send={async (text) =>
        ask(one(props).edit.post({ version: order.version, amount: amount.read(text), ...changedWhen(text) }))
      }
      told={() => orderPage.kinds.payment_edited}
      type="order.updated"
    >
      {amount.field}
      <MethodField value={payment.paymentMethod ?? ''} />
      <WhenField value={new Date(payment.paidAt)} />
    </ChangeDialog>
  );

  /**
   * Returns the payment's method, and its time if the time has changed. The time field has no seconds. An unchanged
   * field is therefore left out, so that the payment keeps its seconds.
   */
  function changedWhen(text: Text) {
    const { paidAt, paymentMethod } = whenAndHow(text);
    const untouched = text('paidAt') === localClock(new Date(payment.paidAt));
    return untouched || paidAt === undefined ? { paymentMethod } : { paidAt, paymentMethod };
  }
}

/**
 * Offers to refund the sum paid above the price, which is the usual refund. Without such a sum, offers all that is left
 * of the payment.
 */
export function RefundDialog(props: OfPayment & Changing) {
  const { order, payment } = props;
  const w = words.value.payments;
  const left = sum([payment.amount, -payment.refundedAmount]);
  const excess = Math.min(left, Math.max(0, -order.left));
  const [amount, setAmount] = useState(plain(excess > 0 ? excess : left));
  const parts =
    excess > 0 && excess < left
      ? [
          { text: w.refundExcess, part: excess },
          { text: w.refundWhole, part: left },
        ]
      : [];
  return (
    <ChangeDialog
      of={props}
      title={w.refundTitle}
      action={w.refund}
      send={async (text) => {
        const body = { amount: amountOf(text), paymentMethod: whenAndHow(text).paymentMethod, reason: text('reason') };
        return ask(one(props).refund.post({ version: order.version, ...body }));
      }}
      told={(text) => w.givenBack(money(amountOf(text)))}
      undo={(text) => ({ amount: amountOf(text) })}
      type="order.updated"
    >
      <p class="meta">{w.refundWhat}</p>
      <p>
        {w.refundLeft} <strong>{money(left)}</strong>
      </p>
      {parts.length > 0 && (
        <div class="actions start">
          {parts.map(({ text, part }) => (
            <button
              key={text}
              type="button"
              class="quiet"
              aria-pressed={amount === plain(part)}
              onClick={() => setAmount(plain(part))}
            >
              {text} · {money(part)}
            </button>
          ))}
        </div>
      )}
      <AmountField value={amount} set={setAmount} />
      <MethodField label={w.refundMethod} value={payment.paymentMethod || undefined} />
      <RefundReason />
    </ChangeDialog>
  );
}

export function DeleteDialog(props: OfPayment) {
  const { order, payment } = props;
  const { payments: w, orderPage } = words.value;
  return (
    <ChangeDialog
      of={props}
      title={w.deletePaymentTitle}
      action={w.deletePayment}
      danger
      send={() => ask(one(props).remove.post({ version: order.version }))}
      told={() => orderPage.kinds.payment_deleted}
      type="order.updated"
    >
      <Amount payment={payment} />
      <p>{w.deletePaymentWhat}</p>
    </ChangeDialog>
  );
}

function RefundReason() {
  const [reason, setReason] = useState('');
  const w = words.value.payments;
  return (
    <SuggestField
      name="reason"
      label={w.refundReason}
      hint={w.refundReasonWhat}
      maxLength={500}
      options={w.refundReasons}
      value={reason}
      set={setReason}
    />
  );
}

/** The browser remembers the last method, because the next payment at the counter is usually made the same way. */
const LAST_METHOD = 'docket.payment-method';

type RecordedPayment = Pick<PaymentData, 'externalId' | 'amount' | 'status'>;

/** Removes a payment that was just recorded. @throws Refusal if another person has changed the payment since */
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

/** @param named the payment that the form proposes; if undefined, the form proposes the sum left to pay */
export function PaymentDialog({
  order,
  named,
  onClose,
  done,
  changed,
}: PaymentProps & Changing & { readonly named?: NamedPayment | undefined }) {
  const [pending, setPending] = useState(false);
  // Each opening of the dialog has one id for its payment. If the dialog is sent twice, it records one payment.
  const [formId] = useState(newUuid);
  const { payments: w, orders } = words.value;
  const left = order.left;
  const share = named?.share && sum([named.share * order.price]);
  const amount = useAmount(named?.sum ?? share ?? left, left);
  const undo = async (recorded: RecordedPayment): Promise<void> => {
    const answer = await takeBack(order.id, recorded).finally(changed);
    say(withRest(answer, w.takenBack(money(recorded.amount))));
  };
  return (
    <FormDialog
      title={`${w.recordPayment} · ${order.num}`}
      action={w.record}
      disabled={amount.isAsked}
      effects={order.price > 0 && left > 0 ? [w.restOf(money(left), money(order.price))] : []}
      onClose={onClose}
      send={async (text) => {
        const paid = amount.read(text);
        keepChoice(LAST_METHOD, text('paymentMethod'));
        const answer = await ask(paymentsOf(order).post({ pending, amount: paid, ...whenAndHow(text) }, under(formId)));
        const status = pending ? 'pending' : 'confirmed';
        const said = pending ? w.noted(money(paid)) : withRest(answer, w.taken(money(paid)));
        say(said, () => undo({ externalId: `manual:${formId}`, amount: paid, status }));
        return answer;
      }}
      done={done}
    >
      {order.price > 0 && order.paidAmount >= order.price && <p class="note good">{w.paidUp(money(order.price))}</p>}
      {amount.field}
      <MethodField value={named?.method ?? (keptChoice(LAST_METHOD) || undefined)} />
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
