import { type FoundOrders, statusName, statusTone } from '../../parts/orders.ts';
import { Chip } from '../../ui/chip.tsx';
import { day, phone, slot } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import { partsOf, type Terms } from './parts-of.ts';

interface OrderLineProps {
  readonly order: FoundOrders['orders'][number];
  readonly found: FoundOrders;
}

export function OrderLine({ order, found }: OrderLineProps) {
  const { statuses, terms } = found;
  const w = words.value;
  const { match, clientName, clientPhone } = order;
  return (
    <div class="palette-order">
      <p>
        <strong>
          <Marked text={order.num} terms={terms} />
        </strong>
        <span class="palette-who">
          <Marked text={clientName ?? w.orders.noName} terms={terms} />
        </span>
        <Chip tone={statusTone(order.statusId, statuses)}>{statusName(order.statusId, statuses)}</Chip>
      </p>
      <p class="meta">
        {clientPhone !== null && (
          <span class="unbroken">
            <Marked text={phone(clientPhone)} terms={terms} />
          </span>
        )}
        <span class="unbroken">
          {day(order.date)} {slot(order.timeStart, order.timeEnd)}
        </span>
      </p>
      {match !== null && (
        <p class="meta">
          <span>
            {w.palette.matched[match.field]}: <Marked text={match.text} terms={terms} />
          </span>
        </p>
      )}
    </div>
  );
}

function Marked({ text, terms }: { readonly text: string; readonly terms: Terms }) {
  return (
    <>
      {partsOf(text, terms).map(({ from, part, isFound }) =>
        isFound ? <mark key={from}>{part}</mark> : <span key={from}>{part}</span>,
      )}
    </>
  );
}
