import { useState } from 'preact/hooks';
import { mayChange } from '../../data/me.ts';
import { Scroll } from '../../ui/scroll.tsx';
import { words } from '../../words/words.ts';
import { CorrectDialog } from './correct-dialog.tsx';
import type { Product } from './data.ts';
import { OnHand } from './on-hand.tsx';

/** Products with what is on hand of each. */
export function ProductTable({
  products,
  changed,
}: {
  readonly products: readonly Product[];
  readonly changed: (text: string) => void;
}) {
  const [correcting, setCorrecting] = useState<Product>();
  const w = words.value.stock;
  return (
    <>
      <Scroll label={w.title}>
        <table class="stock">
          <thead>
            <tr>
              <th scope="col">{w.name}</th>
              <th scope="col">{w.sku}</th>
              <th scope="col">{w.id}</th>
              <th scope="col" class="number">
                {w.onHand}
              </th>
              {mayChange() && (
                <th scope="col">
                  <span class="unseen">{w.correct}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {products.map((product) => (
              <tr key={product.id}>
                <td class="wrap stock-of-name">
                  <a href={`/app/stock/${product.id}`}>{product.name}</a>
                </td>
                <td class="stock-of-sku">{product.sku}</td>
                <td class="stock-of-id">
                  <code>{product.externalId}</code>
                </td>
                <td class="number stock-of-quantity">
                  <OnHand quantity={product.quantity} />
                </td>
                {mayChange() && (
                  <td class="number stock-of-actions">
                    <button
                      type="button"
                      class="quiet"
                      aria-label={`${w.correct}: ${product.name}`}
                      onClick={() => setCorrecting(product)}
                    >
                      {w.correct}
                    </button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {correcting !== undefined && (
        <CorrectDialog
          product={correcting}
          onClose={() => setCorrecting(undefined)}
          done={() => {
            setCorrecting(undefined);
            changed(w.corrected);
          }}
        />
      )}
    </>
  );
}
