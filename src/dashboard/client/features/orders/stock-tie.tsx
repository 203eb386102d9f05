import { useEffect, useState } from 'preact/hooks';
import { api, ask } from '../../data/api.ts';
import { workspace } from '../../data/me.ts';
import { type Item, idOf, tiedTo } from '../../data/order-draft.ts';
import { words } from '../../words/words.ts';

const load = (item: { readonly name: string; readonly id: string }) =>
  ask(api.workspaces({ workspace: workspace.value?.id ?? '' }).stock['for-item'].get({ query: item }));

type Found = Awaited<ReturnType<typeof load>>;

/** While somebody types nothing is asked. */
const PAUSE_MS = 300;

/** What of the stock list an item is; for one typed by hand that has the name of a product, the offer to tie it to that. */
export function StockTie({ item, put }: { readonly item: Item; readonly put: (part: Partial<Item>) => void }) {
  const [found, setFound] = useState<Found>();
  const name = item.name.trim();
  const id = idOf(item);
  const w = words.value.stock;
  useEffect(() => {
    setFound(undefined);
    if (name === '') return;
    let isPast = false;
    const timer = setTimeout(() => {
      // Without an answer there is no offer; the order is made all the same.
      load({ name, id }).then(
        (answer) => !isPast && setFound(answer),
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      isPast = true;
      clearTimeout(timer);
    };
  }, [name, id]);
  if (found === undefined) return null;
  const { tied, named } = found;
  if (tied !== null) {
    return (
      <p class="stock-tie meta">
        {w.tied(tied.name)}{' '}
        <button type="button" class="quiet" onClick={() => put({ rest: tiedTo(item, undefined) })}>
          {w.untie}
        </button>
      </p>
    );
  }
  return named.map((product) => (
    <p key={product.id} class="stock-tie meta" role="status">
      {w.tieOffer(product.name, product.sku ?? product.externalId)}{' '}
      <button type="button" onClick={() => put({ rest: tiedTo(item, product.externalId) })}>
        {w.tie}
      </button>
    </p>
  ));
}
