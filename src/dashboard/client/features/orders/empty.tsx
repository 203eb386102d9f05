import { mayChange } from '../../data/orders.ts';
import { words } from '../../words/words.ts';
import type { OrdersAddress } from './address.ts';

const curl = (): string => `curl ${location.origin}/api/v1/orders/create \\
  -H "Authorization: Bearer $DOCKET_KEY" -H "Content-Type: application/json" \\
  -d '{"requestKey":"test-1","date":"${new Date().toISOString().slice(0, 10)}T12:00:00Z","products":[{"name":"Test","quantity":1,"price":100}]}'`;

/** Nothing to show: because nothing is there yet, or because the filters leave nothing. */
export function EmptyOrders({ address }: { readonly address: OrdersAddress }) {
  const w = words.value.orders;
  if (address.filter !== '') {
    return (
      <div class="empty">
        <h2>{w.nothing}</h2>
        <p>{w.nothingWhat}</p>
        <button type="button" onClick={() => address.go('')}>
          {w.clear}
        </button>
      </div>
    );
  }
  return (
    <div class="empty">
      <h2>{w.empty}</h2>
      <p>{w.emptyWhat}</p>
      {mayChange() && (
        <p>
          <a class="button main" href="/app/orders/new">
            {w.newOrder}
          </a>
        </p>
      )}
      <p class="meta">{w.emptyCurl}</p>
      <pre>{curl()}</pre>
    </div>
  );
}
