import type { OrderData } from '../../../parts/orders.ts';
import { words } from '../../../words/words.ts';
import { textIn, WithOrder } from '../with-order.tsx';
import { cardSize } from './card-size.ts';
import { PrintFrame } from './print-frame.tsx';
import { hasShopLines, OrderQr, ShopName, Thanks } from './shop-head.tsx';

/** The text for who gets the order, and at its foot the shop: no price, no number. */
export function CardPage() {
  return <WithOrder>{(order) => <Card order={order} />}</WithOrder>;
}

function Card({ order }: { readonly order: OrderData }) {
  const w = words.value.print;
  const text = textIn(order.additional, 'cardText');
  const name = textIn(order.recipient, 'name');
  const back = `/app/orders/${order.id}`;
  if (text === '') {
    return (
      <div class="empty">
        <h1>{w.noCard}</h1>
        <p>{w.noCardWhat}</p>
        <a class="button" href={back}>
          ← {w.backToOrder}
        </a>
      </div>
    );
  }
  const { points, fits } = cardSize(text);
  const notes = { card: [], sheet: [w.cardSmall], sheets: [w.cardPages] };
  return (
    <PrintFrame
      title={w.card}
      back={back}
      backText={w.backToOrder}
      kind={fits === 'card' ? 'gift' : 'letter'}
      notes={notes[fits]}
    >
      <div class="print-card-inside">
        {name !== '' && <p class="print-card-name">{name}</p>}
        <p style={`--points: ${points}`} class="print-card-text">
          {text}
        </p>
      </div>
      {fits === 'card' && (
        <footer class="print-card-foot">
          <div>
            {hasShopLines() && <ShopName />}
            <Thanks />
          </div>
          <OrderQr id={order.id} />
        </footer>
      )}
    </PrintFrame>
  );
}
