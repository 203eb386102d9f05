import { useState } from 'preact/hooks';
import { mayChange } from '../../data/me.ts';
import { havePictures, WithPicture } from '../../parts/product-picture.tsx';
import { count } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { words } from '../../words/words.ts';
import { CorrectDialog } from './correct-dialog.tsx';
import { missingOf, type Product, type Undo } from './data.ts';
import { OnHand } from './on-hand.tsx';

interface ProductTableProps {
  readonly products: readonly Product[];
  /** True if the list has only products that run low. Each row then shows how much is missing. */
  readonly isLow: boolean;
  readonly changed: (text: string, undo: Undo) => void;
}

export function ProductTable({ products, isLow, changed }: ProductTableProps) {
  const [correcting, setCorrecting] = useState<Product>();
  const hasPictures = havePictures(products);
  const w = words.value.stock;
  const correct: Column<Product> = {
    head: <span class="unseen">{w.correct}</span>,
    class: 'number stock-of-actions',
    cell: (product) => (
      <button
        type="button"
        class="quiet"
        aria-label={`${w.correct}: ${product.name}`}
        onClick={() => setCorrecting(product)}
      >
        {w.correct}
      </button>
    ),
  };
  return (
    <>
      <Table
        label={w.title}
        class="stock phone-cards"
        rows={products}
        keyOf={({ id }) => id}
        opens={({ id }) => `/app/stock/${id}`}
        columns={[
          {
            head: w.name,
            class: 'wrap stock-of-name',
            cell: (product) => (
              <WithPicture of={product} isShown={hasPictures}>
                <a href={`/app/stock/${product.id}`}>{product.name}</a>
                {product.category !== null && <span class="meta">{product.category}</span>}
              </WithPicture>
            ),
          },
          { head: w.sku, class: 'stock-of-sku', cell: ({ sku }) => sku },
          { head: w.price, class: 'number stock-of-price', sum: ({ price }) => price },
          {
            head: w.onHand,
            class: 'number stock-of-quantity',
            cell: (product) => (
              <>
                <OnHand product={product} />
                {isLow && missingOf(product) > 0 && (
                  <span class="meta">{w.missing(count(missingOf(product)), count(product.warnBelow ?? 0))}</span>
                )}
              </>
            ),
          },
          ...(mayChange() ? [correct] : []),
        ]}
      />
      {correcting !== undefined && (
        <CorrectDialog
          product={correcting}
          onClose={() => setCorrecting(undefined)}
          done={(undo) => {
            setCorrecting(undefined);
            changed(w.corrected, undo);
          }}
        />
      )}
    </>
  );
}
