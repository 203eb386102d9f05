import type { ComponentChildren } from 'preact';
import { count, money } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import { itemKopecks } from './item-sums.ts';

/** An item, and what else it was sent with. */
export interface Line extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly quantity: number;
  readonly price: number;
}

/** What was ordered, on the order's page and on its slip. */
export function ItemsTable<T extends Line>({
  products,
  class: look,
  more,
}: {
  readonly products: readonly T[];
  readonly class: string;
  /** What stands beside the name. */
  readonly more: (product: T) => ComponentChildren;
}) {
  const w = words.value.orderPage;
  return (
    <table class={look}>
      <thead>
        <tr>
          <th scope="col">{w.itemName}</th>
          {[w.quantity, w.price, w.itemSum].map((heading) => (
            <th key={heading} scope="col" class="number">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {products.map((product, at) => (
          <tr key={at}>
            <td class="wrap">
              {product.name} {more(product)}
            </td>
            <td class="number">{count(product.quantity)}</td>
            <td class="number">{money(product.price, true)}</td>
            <td class="number">{money(itemKopecks(product) / 100, true)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
