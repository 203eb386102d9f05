import { sum } from '../../../data/sum.ts';
import type { OrderData } from '../../../parts/orders.ts';
import { day, phone, slot } from '../../../ui/format.ts';
import { words } from '../../../words/words.ts';
import { ItemsTable, type Line } from '../items-table.tsx';
import { moneyOfOrder, partsOfTotal } from '../money-lines.tsx';
import { textIn } from '../with-order.tsx';
import { ShopName, Thanks } from './shop-head.tsx';

type Part = Readonly<Record<string, unknown>> | null;

/** The order need not be saved yet. Amounts are in roubles. */
export interface SlipOrder
  extends Pick<OrderData, 'num' | 'date' | 'timeStart' | 'timeEnd' | 'productsAmount' | 'price' | 'paidAmount'>,
    Readonly<Record<'client' | 'recipient' | 'delivery' | 'additional', Part>> {
  readonly products: readonly Line[];
  /** The sum left to pay; negative if it must be given back. Undefined until the order is saved. */
  readonly left?: number;
  readonly paymentStatus?: string;
}

/** The client reads and signs this slip. So it has neither the staff's internal notes nor the link to the order. */
export function SlipPaper({ order }: { readonly order: SlipOrder }) {
  const { print: w, orderPage: o } = words.value;
  return (
    <>
      <header class="print-head">
        <ShopName />
      </header>
      <div class="print-slip-head">
        <p class="print-slip-num">
          {words.value.orders.order} {order.num}
        </p>
        <p class="print-slip-when capital">
          <strong>{order.date === '' ? '' : day(order.date, true)}</strong>
          <span>{slot(order.timeStart, order.timeEnd) || words.value.orders.noTime}</span>
        </p>
      </div>
      <div class="print-slip-parts">
        <Person title={o.clientTitle} part={order.client} />
        <Person title={o.recipientTitle} part={order.recipient} />
        <Address order={order} />
      </div>
      {order.products.length > 0 && (
        <>
          <ItemsTable
            products={order.products}
            class="print-slip-items"
            money={moneyOfOrder(order)}
            more={(product) => <span class="print-slip-sku">{textIn(product, 'sku')}</span>}
          />
          <Sums order={order} />
        </>
      )}
      <Remark title={o.card} text={textIn(order.additional, 'cardText')} />
      <p class="print-slip-sign">
        <span>{w.received}</span>
        <span>{w.signature}</span>
      </p>
      <Thanks />
    </>
  );
}

function Person({ title, part }: { readonly title: string; readonly part: Part }) {
  const [name, number] = ['name', 'phone'].map((key) => textIn(part, key));
  if (!name && !number) return null;
  return (
    <section>
      <h2>{title}</h2>
      <p>
        {name && <strong>{name}</strong>}
        {number && <span>{phone(number)}</span>}
      </p>
    </section>
  );
}

function Address({ order: { delivery } }: { readonly order: SlipOrder }) {
  const [way, address, flat] = ['deliveryType', 'adress', 'flat'].map((key) => textIn(delivery, key));
  if (!way && !address) return null;
  return (
    <section>
      <h2>{words.value.orderPage.deliveryTitle}</h2>
      <p>
        {address && <strong>{address}</strong>}
        {flat && (
          <span>
            {words.value.print.flat} {flat}
          </span>
        )}
        {way && <span>{way}</span>}
      </p>
    </section>
  );
}

function Sums({ order }: { readonly order: SlipOrder }) {
  const { payments: o, orders } = words.value;
  const money = moneyOfOrder(order);
  const { left = sum([order.price, -order.paidAmount]), paidAmount } = order;
  const isRefunded = order.paymentStatus === 'refunded';
  const settled = isRefunded ? orders.paymentStatuses.refunded : words.value.print.allPaid;
  const tooMuch = -left === paidAmount ? o.toRefund : o.over;
  const lines = [...partsOfTotal(order), [orders.total, order.price] as const, [o.paid, paidAmount] as const];
  return (
    <dl class="print-slip-sums">
      {lines.map(([name, roubles]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{money(roubles)}</dd>
        </div>
      ))}
      {(left !== 0 || paidAmount > 0 || isRefunded) && (
        <div class="print-slip-left">
          <dt>{left < 0 ? tooMuch : left === 0 ? settled : o.left}</dt>
          {left !== 0 && <dd>{money(Math.abs(left))}</dd>}
        </div>
      )}
    </dl>
  );
}

function Remark({ title, text }: { readonly title: string; readonly text: string }) {
  if (text === '') return null;
  return (
    <section class="print-slip-remark">
      <h2>{title}</h2>
      <p>{text}</p>
    </section>
  );
}
