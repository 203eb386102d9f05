import { ask } from '../../../data/api.ts';
import { here } from '../../../data/me.ts';
import { moneyText, parseNumber } from '../../../data/plain-values.ts';
import { useLoaded } from '../../../data/use-loaded.ts';
import { count, money } from '../../../ui/format.ts';
import { words } from '../../../words/words.ts';
import { fullPriceOf, type Item, idOf, tiedTo, withoutListPrice } from './order-items.ts';

const load = (query: { readonly name: string; readonly id: string }) => ask(here().stock['for-item'].get({ query }));

type ItemProducts = Awaited<ReturnType<typeof load>>;
const NOTHING: ItemProducts = { tied: null, named: [] };

const PAUSE_MS = 300;

type NamedProduct = ItemProducts['named'][number];

/** An id that Docket generated means nothing to people, so the stock on hand replaces it. */
const idOrLeft = ({ id, externalId, quantity }: NamedProduct): string =>
  externalId === id ? words.value.orderForm.onHand(count(quantity)) : externalId;

/** Moves the focus to a field of the same item, because the button disappears when it is pressed. */
const leaveTo = (button: Element, field: 'name' | 'price'): void =>
  button.closest('.order-form-item')?.querySelector<HTMLElement>(`[name$=".${field}"]`)?.focus();

interface Props {
  readonly item: Item;
  readonly put: (part: Partial<Item>) => void;
}

export function StockTie({ item, put, isNew }: Props & { readonly isNew: boolean }) {
  const name = item.name.trim();
  const id = idOf(item);
  const w = words.value.stock;
  const find = async () => (name === '' ? NOTHING : load({ name, id }));
  // If the request fails, no link is offered, but the order can still be made.
  const { data, isOld } = useLoaded(find, `${id} ${name}`, { after: PAUSE_MS });
  if (data === undefined || isOld) return null;
  const { tied, named } = data;
  if (tied !== null) {
    return (
      <div class="order-form-tie meta">
        <p>
          {w.tied(count(tied.quantity), tied.name === name ? '' : tied.name)}{' '}
          <button
            type="button"
            class="quiet"
            onClick={({ currentTarget }) => {
              leaveTo(currentTarget, 'name');
              put({ rest: tiedTo(item, undefined) });
            }}
          >
            {w.untie}
          </button>
        </p>
        {isNew && <PriceNow item={item} put={put} price={tied.price} />}
      </div>
    );
  }
  return named.map((product) => (
    <p key={product.id} class="order-form-tie meta" role="status">
      {w.tieOffer(product.name, product.sku ?? idOrLeft(product))}{' '}
      <button
        type="button"
        onClick={({ currentTarget }) => {
          leaveTo(currentTarget, 'name');
          put({ rest: tiedTo(item, product.externalId) });
        }}
      >
        {w.tie}
      </button>
    </p>
  ));
}

function PriceNow({ item, put, price }: Props & { readonly price: number | null }) {
  const own = fullPriceOf(item) ?? parseNumber(item.price);
  const w = words.value.orderForm;
  if (price === null || own === undefined || own === price) return null;
  return (
    <p>
      {w.priceNow(money(price))}{' '}
      <button
        type="button"
        class="quiet"
        onClick={({ currentTarget }) => {
          leaveTo(currentTarget, 'price');
          put({ price: moneyText(price), ...withoutListPrice(item) });
        }}
      >
        {w.takePrice}
      </button>
    </p>
  );
}
