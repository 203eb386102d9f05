import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { newUuid } from '../../data/new-uuid.ts';
import { GivenUp } from '../../data/refusal.ts';
import { under } from '../../data/send-once.ts';
import { sum } from '../../data/sum.ts';
import { keepChoice, keptChoice } from '../../data/try-to.ts';
import type { NamedPayment } from '../../parts/named-payment.ts';
import { loadOrder, type OrderAnswer, type PaymentData } from '../../parts/orders.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { money } from '../../ui/format.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';
import { Listeners } from './listeners.tsx';
import {
  type Changing,
  MethodField,
  type PaymentProps,
  paymentsOf,
  useAmount,
  WhenField,
  whenAndHow,
  withRest,
} from './payment-parts.tsx';

/** The browser remembers the last method: at the counter the next payment is usually made the same way. */
const LAST_METHOD = 'docket.payment-method';

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

/** Records money that has arrived or is expected. @param named the payment to begin with, if not the sum left to pay */
export function PaymentDialog({
  order,
  named,
  onClose,
  done,
  changed,
}: PaymentProps & Changing & { readonly named?: NamedPayment | undefined }) {
  const [pending, setPending] = useState(false);
  // One id for each opening of the dialog: the server uses it for the payment.
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
