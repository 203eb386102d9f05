import { ArrowRight, Phone } from 'lucide';
import { mayChange } from '../../data/me.ts';
import { changeStatus } from '../../parts/change-status.ts';
import { nextStep } from '../../parts/order-steps.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { dialled, phone } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { words } from '../../words/words.ts';
import type { ComingOrder, OverviewData } from './data.ts';

export const nameOf = ({ clientName, recipientName, num }: ComingOrder): string =>
  clientName ?? recipientName ?? `${words.value.orders.order} ${num}`;

interface OrderActsProps {
  readonly order: ComingOrder;
  readonly statuses: OverviewData['statuses'];
  readonly changed: () => void;
}

/** Buttons that call the client or move the order to its next status. */
export function OrderActs({ order, statuses, changed }: OrderActsProps) {
  const sending = useSending();
  const { orders, overview } = words.value;
  const number = order.clientPhone ?? '';
  const next = mayChange() ? nextStep(order, statuses) : undefined;
  const moveOn = (to: string): Promise<void> => changeStatus(order, to, statuses, changed).finally(changed);
  return (
    <>
      <div class="actions start">
        {dialled(number) !== '' && (
          <a class="button" href={`tel:${dialled(number)}`} aria-label={`${overview.call} ${phone(number)}`}>
            <Icon of={Phone} /> <span class="figure">{phone(number)}</span>
          </a>
        )}
        {next !== undefined && (
          <ActButton
            sending={sending}
            aria-label={`${orders.order} ${order.num}: ${overview.markAs(next.name)}`}
            act={() => moveOn(next.id)}
          >
            <Icon of={ArrowRight} /> {next.name}
          </ActButton>
        )}
      </div>
      <Problem error={sending.error} />
    </>
  );
}
