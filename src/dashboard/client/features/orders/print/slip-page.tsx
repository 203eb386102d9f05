import type { OrderData } from '../../../parts/orders.ts';
import { words } from '../../../words/words.ts';
import { WithOrder } from '../with-order.tsx';
import { PrintFrame } from './print-frame.tsx';
import { SlipPaper } from './slip-paper.tsx';

/** One order on one sheet. */
export function SlipPage() {
  return <WithOrder>{(order) => <Slip order={order} />}</WithOrder>;
}

function Slip({ order }: { readonly order: OrderData }) {
  const w = words.value.print;
  return (
    <PrintFrame
      title={`${w.slip} ${order.num}`}
      back={`/app/orders/${order.id}`}
      backText={w.backToOrder}
      kind="slip"
      hasSizes
    >
      <SlipPaper order={order} />
    </PrintFrame>
  );
}
