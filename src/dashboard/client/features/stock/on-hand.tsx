import { count } from '../../ui/format.ts';
import { words } from '../../words/words.ts';

/** The quantity on hand; below zero is said in words, not by a colour alone. */
export function OnHand({ quantity }: { readonly quantity: number }) {
  if (quantity >= 0) return <strong>{count(quantity)}</strong>;
  return (
    <strong class="stock-below">
      <span class="chip bad">{words.value.stock.below}</span> {count(quantity)}
    </strong>
  );
}
