import type { ComponentChildren } from 'preact';
import { listPriceOf } from '../../../shared/money.ts';
import { count } from '../../ui/format.ts';
import { Table } from '../../ui/table.tsx';
import { words } from '../../words/words.ts';
import { itemKopecks } from './item-sums.ts';

/** An item, including the additional fields that were sent with it. */
export interface Line extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly quantity: number;
  readonly price: number;
}

interface ItemsTableProps<T> {
  readonly products: readonly T[];
  readonly class: string;
  readonly money: (roubles: number) => string;
  readonly more: (product: T) => ComponentChildren;
}

export function ItemsTable<T extends Line>({ products, class: look, money, more }: ItemsTableProps<T>) {
  const w = words.value.orderPage;
  return (
    <Table
      class={`flush ${look}`}
      rows={products}
      columns={[
        {
          head: w.itemName,
          class: 'wrap',
          cell: (product) => (
            <>
              <bdi>{product.name}</bdi> {more(product)}
            </>
          ),
        },
        { head: w.quantity, class: 'number', cell: ({ quantity }) => count(quantity) },
        { head: w.fields.price, class: 'number', cell: (product) => <Price of={product} money={money} /> },
        { head: w.itemSum, class: 'number', cell: (product) => money(itemKopecks(product) / 100) },
      ]}
    />
  );
}

function Price({ of, money }: { readonly of: Line } & Pick<ItemsTableProps<Line>, 'money'>) {
  const before = listPriceOf(of);
  return (
    <>
      {before !== undefined && <del class="meta">{money(before)}</del>} {money(of.price)}
    </>
  );
}
