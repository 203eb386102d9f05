import { seesShop } from '../../data/me.ts';
import { type NamedStatuses, type OrderData, statusName } from '../../parts/orders.ts';
import { moment, signed } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import { Fold } from './details.tsx';

/**
 * The products that the order took from stock, or a sentence that says why it took none. Shows nothing until a status
 * has decided about the stock.
 */
export function WriteOff({ order, statuses }: { readonly order: OrderData; readonly statuses: NamedStatuses }) {
  const { writeOff } = order;
  if (writeOff === null) return null;
  const w = words.value.stock;
  const [when, status] = [moment(writeOff.at), statusName(writeOff.statusId, statuses)];
  return (
    <Fold title={w.title}>
      {writeOff.movements.length === 0 ? (
        <p>{(writeOff.changedSince ? w.nothingTakenThen : w.nothingTaken)(when, status)}</p>
      ) : (
        <>
          <p class="meta">{w.writtenOff(when, status)}</p>
          <ul class="stock-written-off">
            {writeOff.movements.map(({ productId, name, delta }) => (
              <li key={productId}>
                {seesShop() ? <a href={`/app/stock/${productId}`}>{name}</a> : name} <strong>{signed(delta)}</strong>
              </li>
            ))}
          </ul>
          {writeOff.changedSince ? <p class="note">{w.changedSince}</p> : <p class="meta">{w.onceOnly}</p>}
        </>
      )}
    </Fold>
  );
}
