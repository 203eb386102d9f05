import { useRoute } from 'preact-iso';
import type { OrderData } from '../../../parts/orders.ts';
import { words } from '../../../words/words.ts';
import { textIn, WithOrder } from '../with-order.tsx';
import { cardSize } from './card-size.ts';
import { paperOf } from './paper.ts';
import { PaperChoice } from './paper-choice.tsx';
import { PrintFrame } from './print-frame.tsx';
import { SlipPaper } from './slip-paper.tsx';
import { TicketPaper } from './ticket-paper.tsx';

/** One paper of an order as it will print. The choice above it leads to the others. */
export function OrderPaperPage() {
  const { paper } = useRoute().params;
  const Paper = paper === 'card' ? Card : paper === 'ticket' ? Ticket : Slip;
  return <WithOrder>{(order) => <Paper order={order} />}</WithOrder>;
}

interface PaperProps {
  readonly order: OrderData;
}

const frameOf = ({ id }: OrderData) => ({
  back: `/app/orders/${id}`,
  backText: words.value.print.backToOrder,
  choice: <PaperChoice id={id} />,
});

function Slip({ order }: PaperProps) {
  return (
    <PrintFrame {...frameOf(order)} title={`${words.value.print.slip} ${order.num}`} kind="slip">
      <SlipPaper order={order} />
    </PrintFrame>
  );
}

function Ticket({ order }: PaperProps) {
  return (
    <PrintFrame {...frameOf(order)} title={`${words.value.print.ticket} ${order.num}`} kind="ticket">
      <TicketPaper order={order} />
    </PrintFrame>
  );
}

/** The words alone: who gets the card learns nothing else from it. */
function Card({ order }: PaperProps) {
  const w = words.value.print;
  const text = textIn(order.additional, 'cardText');
  if (text === '') {
    return (
      <div class="empty">
        <h1>{w.noCard}</h1>
        <p>{w.noCardWhat}</p>
        <a class="button" href={`/app/orders/${order.id}`}>
          ← {w.backToOrder}
        </a>
      </div>
    );
  }
  const { points, size, fits } = cardSize(text, paperOf('card').value);
  const notes = { whole: [], sheet: [w.cardSmall], sheets: [w.cardPages] };
  return (
    <PrintFrame {...frameOf(order)} title={w.card} kind="card" size={size} notes={notes[fits]}>
      <p
        style={`--points: ${points}`}
        class={fits === 'sheets' ? 'print-card-text print-card-long' : 'print-card-text'}
      >
        {text}
      </p>
    </PrintFrame>
  );
}
