import { hasWebhooks, mayChange, workspace } from '../../data/me.ts';
import { Actor } from '../../parts/actor.tsx';
import { fieldWord } from '../../parts/changes.ts';
import { Earlier } from '../../parts/earlier.tsx';
import { stepsOf } from '../../parts/order-steps.ts';
import { methodWord, type NamedStatuses, type OrderAnswer, type OrderData, statusName } from '../../parts/orders.ts';
import { resend } from '../../parts/webhooks.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ago, moment, money, plural } from '../../ui/format.ts';
import { hostOf } from '../../ui/host-of.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';

type Entry = OrderData['timeline'][number];
type Delivery = Entry['events'][number]['deliveries'][number];

const TONES = { pending: 'busy', retried: 'busy', held: 'busy', delivered: 'good', failed: 'bad' } as const;

interface TimelineProps {
  readonly of: OrderAnswer;
  readonly resent: () => void;
}

export function Timeline({ of: data, resent }: TimelineProps) {
  const { order, statuses } = data;
  const w = words.value.orderPage;
  return (
    <section class="box timeline">
      <h2>{w.timeline}</h2>
      <div class="order-way">
        <OrderSteps of={data} />
      </div>
      <ol class="plain">
        {order.timeline.toReversed().map((entry) => (
          <li key={entry.version}>
            <p class="line">
              <strong>{w.kinds[entry.kind]}</strong>
              <Summary entry={entry} statuses={statuses} />
            </p>
            <p class="meta">
              <time title={moment(entry.at)}>{ago(entry.at)}</time> · <Actor of={entry} />
            </p>
            <Told events={entry.events} resent={resent} />
          </li>
        ))}
      </ol>
      <Earlier steps={order.earlier} />
    </section>
  );
}

interface ToldProps extends Pick<TimelineProps, 'resent'> {
  readonly events: Entry['events'];
}

function Told({ events, resent }: ToldProps) {
  const deliveries = events.flatMap((event) => event.deliveries);
  if (deliveries.length === 0) return null;
  return (
    <details class="order-told">
      <summary>{toldBy(deliveries)}</summary>
      <ul class="plain">
        {events.flatMap(({ id, type, deliveries: own }) =>
          own.map((delivery) => (
            <DeliveryLine
              key={`${id} ${delivery.endpointId}`}
              event={id}
              type={type}
              delivery={delivery}
              resent={resent}
            />
          )),
        )}
      </ul>
    </details>
  );
}

/**
 * Returns the state of a delivery. A waiting event is new (`pending`), was refused before (`retried`), or cannot be
 * sent now (`held`).
 */
function stateOf({ state, isHeld, explanation }: Delivery): keyof typeof TONES {
  if (state !== 'pending') return state;
  if (isHeld || !hasWebhooks() || workspace.value?.webhooksEnabled === false) return 'held';
  return explanation === null ? 'pending' : 'retried';
}

function toldBy(deliveries: readonly Delivery[]): string {
  const { deliveryStates } = words.value.orderPage;
  const waiting = deliveries.filter(({ state }) => state !== 'delivered');
  if (waiting.length === 0) return deliveryStates.delivered;
  const said = waiting.map((one) => {
    const state = deliveryStates[stateOf(one)];
    return mayChange() ? `${state}: ${hostOf(one.url)}` : state;
  });
  const times = [...Map.groupBy(said, (text) => text)].map(([text, { length }]) => ({ text, length }));
  return times.map(({ text, length }) => (length > 1 && mayChange() ? `${text} (${length})` : text)).join(' · ');
}

function nextOf(delivery: Delivery): string | undefined {
  const w = words.value.orderPage;
  const { state, dueAt } = delivery;
  if (state !== 'pending') return undefined;
  if (stateOf(delivery) === 'held') return w.nextHeld;
  return dueAt === null || Date.parse(dueAt) <= Date.now() ? undefined : `${w.nextTry} ${ago(dueAt)}`;
}

interface DeliveryLineProps extends Pick<TimelineProps, 'resent'> {
  readonly event: string;
  readonly type: string;
  readonly delivery: Delivery;
}

function DeliveryLine({ event, type, delivery, resent }: DeliveryLineProps) {
  const sending = useSending();
  const state = stateOf(delivery);
  const w = words.value.orderPage;
  const sendAgain = async (): Promise<void> => {
    await resend(delivery.endpointId, event);
    say(w.sentAgain);
    resent();
  };
  return (
    <li>
      <p class="line">
        <Chip tone={TONES[state]}>{w.deliveryStates[state]}</Chip>
        <code>{type}</code>
        <a href={`/app/webhooks/${delivery.endpointId}`}>{hostOf(delivery.url)}</a>
      </p>
      <p class="meta">
        {[
          delivery.explanation?.what ?? (delivery.httpCode !== null && `HTTP ${delivery.httpCode}`),
          delivery.attempts > 0 && plural(delivery.attempts, w.tries),
          nextOf(delivery),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {mayChange() && hasWebhooks() && delivery.state !== 'delivered' && (
        <ActButton sending={sending} class="quiet noprint" act={sendAgain}>
          {w.sendAgain}
        </ActButton>
      )}
      <Problem error={sending.error} />
    </li>
  );
}

const amountOf = (kopecks: unknown): string => (typeof kopecks === 'number' ? money(kopecks / 100) : '');

function Summary({ entry, statuses }: { readonly entry: Entry; readonly statuses: NamedStatuses }) {
  const { changes } = entry;
  if (changes === null) return null;
  const { statusId, refundedAmount, refundMethod, refundReason, amount, payment, paymentIds } = changes;
  if (statusId !== undefined) {
    return (
      <span>
        {statusName(String(statusId.from), statuses)} → {statusName(String(statusId.to), statuses)}
      </span>
    );
  }
  if (refundedAmount !== undefined)
    return (
      <span>
        {[
          amountOf(Number(refundedAmount.to) - Number(refundedAmount.from)),
          methodWord(typeof refundMethod?.to === 'string' ? refundMethod.to : null),
          typeof refundReason?.to === 'string' ? refundReason.to : '',
        ]
          .filter((text) => text !== '')
          .join(' · ')}
      </span>
    );
  if (amount !== undefined) return <span>{`${amountOf(amount.from)} → ${amountOf(amount.to)}`}</span>;
  if (payment !== undefined && typeof payment.to === 'object' && payment.to !== null && 'amount' in payment.to) {
    return <span>{amountOf(payment.to.amount)}</span>;
  }
  if (paymentIds !== undefined)
    return <span class="meta">{`${fieldWord('paymentIds')}: ${String(paymentIds.from)}`}</span>;
  if (entry.kind !== 'updated') return null;
  return <span class="meta">{Object.keys(changes).map(fieldWord).join(', ')}</span>;
}

/** Returns the statuses that the order has had, according to its loaded history. */
function takenSteps({ statusId, timeline }: Pick<OrderData, 'statusId' | 'timeline'>): ReadonlySet<string> {
  const moves = timeline.flatMap(({ changes }) => changes?.['statusId'] ?? []);
  return new Set([statusId, ...moves.flatMap(({ from, to }) => [String(from), String(to)])]);
}

/**
 * Shows the order's statuses as steps. The circle of a past step is filled, and the current step is bold. So readers
 * need not tell colors apart. A canceled order has no steps. Its status is shown next to its number.
 */
function OrderSteps({ of: { order, statuses } }: { readonly of: OrderAnswer }) {
  const steps = stepsOf(order, statuses);
  const at = steps.findIndex(({ id }) => id === order.statusId);
  const taken = takenSteps(order);
  if (at === -1) return null;
  return (
    <ol class="order-steps" aria-label={words.value.orders.status}>
      {steps.map(({ id }, number) => (
        <li
          key={id}
          class={number < at && taken.has(id) ? 'order-past' : ''}
          aria-current={number === at ? 'step' : undefined}
        >
          {statusName(id, statuses)}
        </li>
      ))}
    </ol>
  );
}
