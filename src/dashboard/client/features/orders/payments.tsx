import { useState } from 'preact/hooks';
import { mayTakeOrders } from '../../data/me.ts';
import { lineOf } from '../../data/plain-values.ts';
import { methodWord, type OrderAnswer, type OrderData, type PaymentData, sourceName } from '../../parts/orders.ts';
import { Chip } from '../../ui/chip.tsx';
import { moment, money } from '../../ui/format.ts';
import { MenuButton, type MenuItem } from '../../ui/menu-button.tsx';
import { words } from '../../words/words.ts';
import { Tree } from './details.tsx';
import { ConfirmDialog, DeleteDialog, EditDialog, RefundDialog } from './payment-dialogs.tsx';

const TONES = { pending: 'busy', confirmed: 'good', refunded: 'idle', deleted: 'idle' } as const;

type Act = 'confirm' | 'edit' | 'refund' | 'remove';
const DIALOGS = { confirm: ConfirmDialog, edit: EditDialog, refund: RefundDialog, remove: DeleteDialog } as const;

interface PaymentsProps {
  readonly order: OrderData;
  readonly isCancelled: boolean;
  readonly changed: (answer: OrderAnswer) => void;
  readonly undone: () => void;
}

export function Payments({ order, isCancelled, changed, undone }: PaymentsProps) {
  const [doing, setDoing] = useState<{ readonly act: Act; readonly payment: PaymentData }>();
  const { payments: w } = words.value;
  const Doing = doing === undefined ? undefined : DIALOGS[doing.act];
  const mayEdit = mayTakeOrders() && order.deletedAt === null;
  return (
    <section class="box">
      <h2>{w.paymentsTitle}</h2>
      {order.payments.length === 0 && <p class="meta">{w.noPayments}</p>}
      <ul class="entries order-payments">
        {order.payments.map((payment) => (
          <li key={payment.id}>
            <div class="order-payment">
              <p class="line">
                <strong>{money(payment.amount)}</strong>
                <Chip tone={TONES[payment.status]}>{w.paymentStates[payment.status]}</Chip>
                <span>{methodWord(payment.paymentMethod)}</span>
              </p>
              {mayEdit && (
                <Acts payment={payment} isCancelled={isCancelled} act={(act) => setDoing({ act, payment })} />
              )}
            </div>
            <p class="meta">
              {moment(payment.paidAt)} · {sourceName(payment.source)}
              {payment.refundedAmount > 0 && ` · ${w.refundedPart} ${money(payment.refundedAmount)}`}
            </p>
            {payment.freedId !== null && payment.holder !== null && (
              <p class="meta">
                {w.freed(payment.freedId)} <a href={`/app/orders/${payment.holder.id}`}>{payment.holder.num}</a>
              </p>
            )}
            <Beyond payment={payment} />
          </li>
        ))}
      </ul>
      {doing !== undefined && Doing !== undefined && (
        <Doing
          order={order}
          payment={doing.payment}
          changed={undone}
          onClose={() => setDoing(undefined)}
          done={(answer) => {
            setDoing(undefined);
            changed(answer);
          }}
        />
      )}
    </section>
  );
}

interface ActsProps extends Pick<PaymentsProps, 'isCancelled'> {
  readonly payment: PaymentData;
  readonly act: (what: Act) => void;
}

/** On a canceled order, the next action for a received payment is a refund. */
function Acts({ payment, isCancelled, act }: ActsProps) {
  const { payments: w, edit } = words.value;
  const names = { confirm: w.confirm, edit, refund: w.refund, remove: w.deletePayment };
  const acts = actsOn(payment);
  const next = acts.find((one) => one === 'confirm' || (one === 'refund' && isCancelled));
  const line = (what: Act): MenuItem => ({
    text: names[what],
    act: () => act(what),
    danger: what === 'remove',
    writes: true,
  });
  return (
    <span class="noprint">
      {next !== undefined && (
        <button type="button" class="quiet" onClick={() => act(next)}>
          {names[next]}
        </button>
      )}
      <MenuButton
        class="bare"
        label={w.actsOn(money(payment.amount))}
        groups={[acts.filter((one) => one !== next && one !== 'remove').map(line), [line('remove')]]}
      />
    </span>
  );
}

function Beyond({ payment: { extra, providerData } }: { readonly payment: PaymentData }) {
  const more = { ...extra, ...(providerData === null ? {} : { providerData }) };
  if (lineOf(more) === '') return null;
  return (
    <details>
      <summary>{words.value.payments.otherFields}</summary>
      <Tree value={more} />
    </details>
  );
}

function actsOn({ status, amount, refundedAmount }: PaymentData): Act[] {
  if (status === 'pending') return ['confirm', 'edit', 'remove'];
  return refundedAmount < amount ? ['edit', 'refund', 'remove'] : ['edit', 'remove'];
}
