import { count } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import type { Product } from './data.ts';

/** The quantity on hand. If it is negative or below the product's threshold, words say so, not only a colour. */
export function OnHand({ product: { quantity, warnBelow } }: { readonly product: Product }) {
  const { below, low } = words.value.stock;
  if (quantity < 0) {
    return (
      <strong class="stock-below">
        <span class="chip bad">{below}</span> {count(quantity)}
      </strong>
    );
  }
  return (
    <>
      {warnBelow !== null && quantity < warnBelow && <span class="chip busy">{low}</span>}{' '}
      <strong>{count(quantity)}</strong>
    </>
  );
}
