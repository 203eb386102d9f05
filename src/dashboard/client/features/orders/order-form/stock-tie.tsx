import { ask } from '../../../data/api.ts';
import { here } from '../../../data/me.ts';
import { useLoaded } from '../../../data/use-loaded.ts';
import { count } from '../../../ui/format.ts';
import { words } from '../../../words/words.ts';
import { type Item, idOf, tiedTo } from './order-items.ts';

const load = (query: { readonly name: string; readonly id: string }) => ask(here().stock['for-item'].get({ query }));

type ItemProducts = Awaited<ReturnType<typeof load>>;
const NOTHING: ItemProducts = { tied: null, named: [] };

/** The pause in typing before a search. */
const PAUSE_MS = 300;

type NamedProduct = ItemProducts['named'][number];

/** The shop's own id; for one that Docket made, which says nothing to anybody, what is left of it. */
const idOrLeft = ({ id, externalId, quantity }: NamedProduct): string =>
  externalId === id ? words.value.orderForm.onHand(count(quantity)) : externalId;

/**
 * The product of the stock list that an item is tied to; for one typed by hand with a product's name, the offer to tie
 * it.
 */
export function StockTie({ item, put }: { readonly item: Item; readonly put: (part: Partial<Item>) => void }) {
  const name = item.name.trim();
  const id = idOf(item);
  const key = `${id} ${name}`;
  const w = words.value.stock;
  const find = async () => ({ key, found: name === '' ? NOTHING : await load({ name, id }) });
  // Without an answer there is no offer; the order can still be made.
  const { data } = useLoaded(find, key, { after: PAUSE_MS });
  if (data === undefined || data.key !== key) return null;
  const { tied, named } = data.found;
  if (tied !== null) {
    return (
      <p class="order-form-tie meta">
        {w.tied(count(tied.quantity), tied.name === name ? '' : tied.name)}{' '}
        <button type="button" class="quiet" onClick={() => put({ rest: tiedTo(item, undefined) })}>
          {w.untie}
        </button>
      </p>
    );
  }
  return named.map((product) => (
    <p key={product.id} class="order-form-tie meta" role="status">
      {w.tieOffer(product.name, product.sku ?? idOrLeft(product))}{' '}
      <button type="button" onClick={() => put({ rest: tiedTo(item, product.externalId) })}>
        {w.tie}
      </button>
    </p>
  ));
}
