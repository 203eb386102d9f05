import { count } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import type { Product } from './data.ts';

export function OnHand({ product: { quantity, warnBelow } }: { readonly product: Product }) {
  const { below, low } = words.value.stock;
  return (
    <>
      {quantity < 0 && <span class="chip bad">{below}</span>}{' '}
      {warnBelow !== null && quantity < warnBelow && <span class="chip busy">{low}</span>}{' '}
      <strong class={quantity < 0 ? 'stock-below' : undefined}>{count(quantity)}</strong>
    </>
  );
}
