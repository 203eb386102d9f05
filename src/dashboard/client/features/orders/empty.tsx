import { mayTakeOrders } from '../../data/me.ts';
import { NOTHING_FOUND } from '../../ui/empty/drawings/nothing-found.ts';
import { ORDERS } from '../../ui/empty/drawings/orders.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { words } from '../../words/words.ts';
import type { OrdersAddress } from './address.ts';

const curl = (): string => `curl ${location.origin}/api/v1/orders/create \\
  -H "Authorization: Bearer $DOCKET_KEY" -H "Content-Type: application/json" \\
  -d '{"requestKey":"test-1","date":"${new Date().toISOString().slice(0, 10)}T12:00:00Z","products":[{"name":"Test","quantity":1,"price":100}]}'`;

/** The page without orders: either there are none, or the filters exclude them all. */
export function EmptyOrders({ address }: { readonly address: OrdersAddress }) {
  const w = words.value.orders;
  if (address.filter !== '') {
    const [text] = address.values('q');
    return (
      <Empty drawing={NOTHING_FOUND} title={w.nothing} what={text === undefined ? w.nothingWhat : w.nothingOf(text)}>
        <button type="button" onClick={() => address.go('')}>
          {w.clear}
        </button>
      </Empty>
    );
  }
  return (
    <Empty
      drawing={ORDERS}
      title={w.empty}
      what={w.emptyWhat}
      developers={
        <>
          <p class="meta">{w.emptyCurl}</p>
          <pre>{curl()}</pre>
        </>
      }
    >
      {mayTakeOrders() && (
        <a class="button main" href="/app/orders/new">
          {w.newOrder}
        </a>
      )}
    </Empty>
  );
}
